import { recountMembers } from '../../../commands/audience/segments/count-members.js'
import { findSegment } from '../../../commands/audience/segments/find-segment.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentMemberCount } from '../../presenters/segment.js'
import { MemberCountResponse, SegmentParams } from '../../schemas/segment.js'

export const refreshSegmentRoute = defineEndpoint({
  operationId: 'refreshSegment',
  method: 'post',
  path: '/segments/:id/refresh',
  access: 'project',
  effect: 'keeps',
  summary: 'Recount the members of a segment',
  description:
    'Only counts: no contact joins or leaves, and no events are recorded. In projects with more than 10,000 contacts, ' +
    'the response is the stored number if counting takes longer than two seconds, or while members are being computed.',
  request: { params: SegmentParams },
  response: MemberCountResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST'],
  async handle({ params }, { projectId }) {
    const segment = await findSegment({ projectId, segmentId: params.id })
    return presentMemberCount(await recountMembers(segment))
  },
})
