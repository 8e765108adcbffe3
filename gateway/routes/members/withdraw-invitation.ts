import { withdrawInvitation } from '../../../commands/accounts/members/invitations.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { InvitationParams } from '../../schemas/member.js'

export const withdrawInvitationRoute = defineEndpoint({
  operationId: 'withdrawInvitation',
  method: 'delete',
  path: '/projects/:id/invitations/:invitation',
  access: 'member',
  effect: 'keeps',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Revoke an invitation',
  description: 'Its link stops working.',
  request: { params: InvitationParams },
  response: null,
  errors: ['RESOURCE_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    await withdrawInvitation(projectId, params.invitation)
  },
})
