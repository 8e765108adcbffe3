import type { AnyEndpoint } from '../../http/endpoint.js'
import { addMember } from './add-member.js'
import { changeRole } from './change-role.js'
import { listMembers } from './list-members.js'
import { removeMember } from './remove-member.js'

export const memberEndpoints: AnyEndpoint[] = [listMembers, addMember, changeRole, removeMember]
