import type { z } from 'zod'
import type { ListedMember } from '../../commands/accounts/members/members.js'
import type { InvitationRecord } from '../../models/invitation.js'
import type { InvitationList, MemberResponse } from '../schemas/member.js'

/** A member as the API shows it. */
export function presentMember({ userId, email, role, createdAt }: ListedMember): z.input<typeof MemberResponse> {
  return { userId, email, role, createdAt: createdAt.toISOString() }
}

/** A pending invitation as the API shows it. */
export function presentInvitation({
  _id: id,
  email,
  role,
  invitedBy,
  createdAt,
  expiresAt,
}: InvitationRecord): z.input<typeof InvitationList>[number] {
  return { id, email, role, invitedBy, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}
