import { deleteSegment } from '../../../commands/audience/segments/delete-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { SegmentParams } from '../../schemas/segment.js'

export const deleteSegmentRoute = defineEndpoint({
  operationId: 'deleteSegment',
  method: 'delete',
  path: '/segments/:id',
  access: 'project',
  effect: 'keeps',
  summary: 'Delete a segment',
  description:
    'Returns 409 while a draft, scheduled or running campaign (`details.campaigns`), another segment ' +
    '(`details.segments`), or an enabled workflow or an active execution (`details.workflows`) uses it. The ' +
    'contacts stay and get no exit event.',
  request: { params: SegmentParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  async handle({ params }, { projectId }) {
    await deleteSegment({ projectId, segmentId: params.id })
  },
})
