import { createSegment as create } from '../../../commands/segments/create-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSegment } from '../../presenters/segment.js'
import { NewSegment, SegmentResponse } from '../../schemas/segment.js'

export const createSegment = defineEndpoint({
  operationId: 'createSegment',
  method: 'post',
  path: '/segments',
  access: 'project',
  summary: 'Create a segment',
  description:
    'A dynamic segment holds whoever meets its condition, a static one whoever is added. With `trackMembership`, ' +
    'contacts that join and leave from now on have the events `segment.<slug>.entry` and `segment.<slug>.exit`; ' +
    'those who belong to it already have none.',
  example: {
    body: {
      name: 'Power users',
      condition: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] },
      trackMembership: true,
    },
  },
  request: { body: NewSegment },
  response: SegmentResponse,
  status: 201,
  badRequest: 'plain',
  errors: ['BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ body }, { projectId, services }) {
    const { segment, entries } = await create({ ...body, projectId })
    services.relay.enqueue(entries)
    return presentSegment(segment)
  },
})
