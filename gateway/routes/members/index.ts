import type { AnyEndpoint } from '../../http/endpoint.js'
import { addMember } from './add-member.js'
import { changeRole } from './change-role.js'
import { listInvitations } from './list-invitations.js'
import { listMembers } from './list-members.js'
import { removeMember } from './remove-member.js'
import { withdrawInvitation } from './withdraw-invitation.js'

export const memberEndpoints: AnyEndpoint[] = [
  listMembers,
  addMember,
  changeRole,
  removeMember,
  listInvitations,
  withdrawInvitation,
]
