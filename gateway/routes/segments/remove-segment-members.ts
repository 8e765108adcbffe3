import { removeMembers } from '../../../commands/audience/segments/change-members.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { FormerMembers, MembersRemovedResponse, SegmentParams } from '../../schemas/segment.js'

export const removeSegmentMembersRoute = defineEndpoint({
  operationId: 'removeSegmentMembers',
  method: 'delete',
  path: '/segments/:id/members',
  access: 'project',
  effect: 'keeps',
  summary: 'Remove contacts from a static segment',
  description:
    '`removed` is the number of removed members. `notFound` lists the addresses without a contact. Returns 400 for ' +
    'a dynamic segment.',
  example: { body: { emails: ['ada@example.com'] } },
  request: { params: SegmentParams, body: FormerMembers },
  response: MembersRemovedResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ params, body }, { projectId }) {
    const answer = await removeMembers({ ...body, projectId, segmentId: params.id })
    return answer
  },
})
