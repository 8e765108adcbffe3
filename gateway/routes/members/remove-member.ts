import { removeMember } from '../../../commands/accounts/members/members.js'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { MemberParams, RemovedMember } from '../../schemas/member.js'

export const removeMemberRoute = defineEndpoint({
  operationId: 'removeMember',
  method: 'delete',
  path: '/projects/:id/members/:userId',
  access: 'member',
  effect: 'keeps',
  summary: 'Remove a member from a project',
  description: 'An OWNER or ADMIN can remove others, and every member can leave. The OWNER cannot be removed.',
  request: { params: MemberParams },
  response: RemovedMember,
  envelope: 'success',
  errors: ['FORBIDDEN', 'RESOURCE_NOT_FOUND'],
  async handle({ params: { userId } }, { projectId, caller }) {
    if (caller.role === 'MEMBER' && caller.userId !== userId) {
      const details = { role: caller.role }
      throw new AppError('FORBIDDEN', 'Your role in this project does not allow this action', { details })
    }
    await removeMember({ projectId, userId })
    return { userId }
  },
})
