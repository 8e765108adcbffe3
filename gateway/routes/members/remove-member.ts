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
  description: 'An OWNER or an ADMIN removes others, and everybody removes themselves; the OWNER stays.',
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
