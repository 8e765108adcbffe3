import { normaliseAddress } from '../../../models/domain/addresses.js'
import { invalid, type AppError } from '../../../models/domain/errors.js'
import { Member } from '../../../models/member.js'
import { User } from '../../../models/user.js'

/** The request for a message to a member of a project. */
export interface TestReceiver {
  projectId: string
  /** Null for a request with a key. */
  userId: string | null
  /** Null: the address of the user who asks. */
  to: string | null
}

/**
 * The address of a member of the project, as the request spells it. Throws VALIDATION_ERROR on `to` for an address that
 * is no member's, and for none where no user asks.
 */
export async function memberAddress({ projectId, userId, to }: TestReceiver): Promise<string> {
  if (to !== null) {
    if (await isMember(projectId, { email: normaliseAddress(to) })) return to
    throw faultOf('custom', 'This address does not belong to a member of the project')
  }
  const user = userId === null ? null : await User.findById(userId, { email: 1 }).lean()
  if (user) return user.email
  throw faultOf('required', 'Required with an API key: the email address of a project member')
}

/** Whether a normalised address is that of a member of the project who has proved it. */
export async function isProvedMember(projectId: string, email: string): Promise<boolean> {
  return isMember(projectId, { email, emailVerified: true })
}

async function isMember(projectId: string, filter: { email: string; emailVerified?: boolean }): Promise<boolean> {
  const user = await User.findOne(filter, { _id: 1 }).lean()
  return user !== null && (await Member.exists({ projectId, userId: user._id })) !== null
}

function faultOf(code: 'custom' | 'required', message: string): AppError {
  return invalid([{ field: 'to', code, message }])
}
