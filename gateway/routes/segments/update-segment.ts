import { updateSegment } from '../../../commands/audience/segments/update-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { showCurrent } from '../../http/response/show-current.js'
import { presentSegment } from '../../presenters/segment.js'
import { SegmentParams, SegmentPatch, SegmentResponse } from '../../schemas/segment.js'

export const updateSegmentRoute = defineEndpoint({
  operationId: 'updateSegment',
  method: 'patch',
  path: '/segments/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Update a segment',
  description:
    'If you change the condition of a tracked segment, contacts join and leave with events. Turning tracking on ' +
    'records the current members without events. The slug, and with it the event names, does not change.',
  example: {
    body: {
      name: 'Power users',
      condition: {
        logic: 'AND',
        groups: [{ filters: [{ field: 'data.plan', operator: 'in', value: ['pro', 'team'] }] }],
      },
    },
  },
  request: { params: SegmentParams, body: SegmentPatch },
  response: SegmentResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR', 'CONFLICT'],
  async handle({ params, body }, { projectId }) {
    const { ifUpdatedAt, ...patch } = body
    const edit = { projectId, segmentId: params.id, ifUpdatedAt }
    return presentSegment(await showCurrent(presentSegment, () => updateSegment(edit, patch)))
  },
})
