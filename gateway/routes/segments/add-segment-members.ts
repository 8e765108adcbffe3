import { addMembers } from '../../../commands/audience/segments/change-members.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { MembersAddedResponse, NewMembers, SegmentParams } from '../../schemas/segment.js'

export const addSegmentMembersRoute = defineEndpoint({
  operationId: 'addSegmentMembers',
  method: 'post',
  path: '/segments/:id/members',
  access: 'project',
  effect: 'keeps',
  summary: 'Add contacts to a static segment',
  description:
    'Email addresses identify the contacts, ignoring case and repetitions. Existing contacts keep their ' +
    'subscription. Returns 400 for a dynamic segment.',
  example: { body: { emails: ['ada@example.com', 'bob@example.com'], createMissing: true } },
  request: { params: SegmentParams, body: NewMembers },
  response: MembersAddedResponse,
  errors: ['RESOURCE_NOT_FOUND', 'BAD_REQUEST', 'VALIDATION_ERROR'],
  async handle({ params, body }, { projectId }) {
    const answer = await addMembers({ ...body, projectId, segmentId: params.id })
    return answer
  },
})
