import { listInvitations } from '../../../commands/accounts/members/invitations.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentInvitation } from '../../presenters/member.js'
import { InvitationList } from '../../schemas/member.js'
import { ProjectParams } from '../../schemas/project.js'

export const listInvitationsRoute = defineEndpoint({
  operationId: 'listInvitations',
  method: 'get',
  path: '/projects/:id/invitations',
  access: 'memberOrKey',
  summary: 'List pending invitations, oldest first',
  description: 'Excludes accepted, revoked and expired invitations.',
  request: { params: ProjectParams },
  response: InvitationList,
  envelope: 'success',
  errors: [],
  handle: async (_input, { projectId }) => (await listInvitations(projectId)).map(presentInvitation),
})
