import { AppError } from '../../models/domain/errors.js'
import { User, type ExternalIdentity, type UserRecord } from '../../models/user.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { isInvited } from '../members/accept-invitations.js'
import { createUser } from './create-user.js'

/** What another service says of the person who signs in by it. */
export interface ExternalProfile extends ExternalIdentity {
  /** In lower case; null when the service names none. */
  email: string | null
  /** Whether the service itself says that the address is the person's. */
  emailVerified: boolean
}

/**
 * The user of an account elsewhere: the one that it belongs to, `signedInAs`, to whom it is then added, or a new one. An
 * address that has an account already is not taken over: its owner signs in first. Throws FORBIDDEN for an address that the
 * service has not verified and where sign-ups are off, and CONFLICT for an address with an account.
 */
export async function signInExternally(
  profile: ExternalProfile,
  { signedInAs, allowSignups }: { signedInAs: string | null; allowSignups: boolean },
): Promise<UserRecord> {
  const { provider, subject, email, emailVerified } = profile
  const identity = { provider, subject }
  const known = await User.findOne({ identities: { $elemMatch: identity } }).lean()
  if (known) return known
  if (signedInAs !== null) return connect(signedInAs, identity)
  if (email === null || !emailVerified) {
    throw new AppError('FORBIDDEN', 'The service has not verified this address', {
      details: { reason: 'email_not_verified' },
    })
  }
  if (await User.exists({ email })) {
    throw new AppError('CONFLICT', 'This address has an account: sign in with its password first', {
      details: { reason: 'account_exists' },
    })
  }
  if (!allowSignups && !(await isInvited(email))) {
    throw new AppError('FORBIDDEN', 'Sign-up is switched off here', { details: { reason: 'signups_disabled' } })
  }
  return createUser({ email, password: null, isVerified: true, identity })
}

async function connect(_id: string, identity: ExternalIdentity): Promise<UserRecord> {
  try {
    return await User.findOneAndUpdate({ _id }, { $addToSet: { identities: identity } }, { returnDocument: 'after' })
      .orFail()
      .lean()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another request of the same person was faster, or the account was connected to another user.
    return User.findOne({ identities: { $elemMatch: identity } })
      .orFail()
      .lean()
  }
}
