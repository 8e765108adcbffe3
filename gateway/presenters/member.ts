import type { z } from 'zod'
import type { ListedMember } from '../../commands/members/members.js'
import type { MemberResponse } from '../schemas/member.js'

/** A member as the API shows it. */
export function presentMember({ userId, email, role, createdAt }: ListedMember): z.input<typeof MemberResponse> {
  return { userId, email, role, createdAt: createdAt.toISOString() }
}
