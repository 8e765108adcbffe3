import type { AnyEndpoint } from '../../http/endpoint.js'
import { addMemberRoute } from './add-member.js'
import { changeRoleRoute } from './change-role.js'
import { listInvitationsRoute } from './list-invitations.js'
import { listMembersRoute } from './list-members.js'
import { removeMemberRoute } from './remove-member.js'
import { withdrawInvitationRoute } from './withdraw-invitation.js'

export const memberEndpoints: AnyEndpoint[] = [
  listMembersRoute,
  addMemberRoute,
  changeRoleRoute,
  removeMemberRoute,
  listInvitationsRoute,
  withdrawInvitationRoute,
]
