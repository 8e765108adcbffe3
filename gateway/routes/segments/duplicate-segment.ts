import { duplicateSegment } from '../../../commands/lifecycle/bulk-changes/duplicate-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentSegment } from '../../presenters/segment.js'
import { MAX_SEGMENT_NAME_LENGTH, SegmentCopyResponse, SegmentParams } from '../../schemas/segment.js'

export const duplicateSegmentRoute = defineEndpoint({
  operationId: 'duplicateSegment',
  method: 'post',
  path: '/segments/:id/duplicate',
  access: 'project',
  effect: 'keeps',
  summary: 'Duplicate a segment',
  description:
    'The name of the copy ends with ` (Copy)`. The copy does not track membership. A job adds the members of a static ' +
    'segment (`GET /contacts/bulk/{jobId}`).',
  example: { response: { name: 'Power users (Copy)' } },
  request: { params: SegmentParams },
  response: SegmentCopyResponse,
  status: 201,
  quota: 'segments',
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ params }, { projectId }) {
    const ref = { projectId, segmentId: params.id }
    const { segment, jobId } = await duplicateSegment(ref, { maxNameLength: MAX_SEGMENT_NAME_LENGTH })
    return { ...presentSegment(segment), jobId }
  },
})
