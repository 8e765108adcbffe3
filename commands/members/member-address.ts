import { normaliseAddress } from '../../models/domain/addresses.js'
import { invalid, type AppError } from '../../models/domain/errors.js'
import { Member } from '../../models/member.js'
import { User } from '../../models/user.js'

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
    const user = await User.findOne({ email: normaliseAddress(to) }, { _id: 1 }).lean()
    const isMember = user !== null && (await Member.exists({ projectId, userId: user._id })) !== null
    if (isMember) return to
    throw faultOf('custom', 'Not the address of a member of the project')
  }
  const user = userId === null ? null : await User.findById(userId, { email: 1 }).lean()
  if (user) return user.email
  throw faultOf('required', 'With a key, name the address of a member of the project')
}

function faultOf(code: 'custom' | 'required', message: string): AppError {
  return invalid([{ field: 'to', code, message }])
}
