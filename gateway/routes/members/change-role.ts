import { changeRole } from '../../../commands/accounts/members/members.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentMember } from '../../presenters/member.js'
import { MemberParams, MemberPatch, MemberResponse } from '../../schemas/member.js'

export const changeRoleRoute = defineEndpoint({
  operationId: 'changeRole',
  method: 'patch',
  path: '/projects/:id/members/:userId',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Change the role of a member',
  description: 'The OWNER role cannot be assigned or changed.',
  example: { body: { role: 'ADMIN' } },
  request: { params: MemberParams, body: MemberPatch },
  response: MemberResponse,
  envelope: 'success',
  errors: ['FORBIDDEN', 'RESOURCE_NOT_FOUND'],
  handle: async ({ params, body }, { projectId }) =>
    presentMember(await changeRole({ projectId, userId: params.userId }, body.role)),
})
