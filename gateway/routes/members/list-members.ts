import { listMembers } from '../../../commands/accounts/members/members.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentMember } from '../../presenters/member.js'
import { MemberList } from '../../schemas/member.js'
import { ProjectParams } from '../../schemas/project.js'

export const listMembersRoute = defineEndpoint({
  operationId: 'listMembers',
  method: 'get',
  path: '/projects/:id/members',
  access: 'memberOrKey',
  summary: 'List members, longest-standing first',
  request: { params: ProjectParams },
  response: MemberList,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => (await listMembers(projectId)).map(presentMember),
})
