import { normaliseAddress } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import { hashPassword } from './passwords.js'
import { User, type ExternalIdentity, type UserRecord } from '../../models/user.js'

/** An account to be. */
export interface NewUser {
  email: string
  /** Null where another service signs the user in. */
  password: string | null
  /** Whether the address is known to be the user's. */
  isVerified: boolean
  identity?: ExternalIdentity
}

/**
 * Creates an account with an argon2id-hashed password. A verified address joins the projects that it is invited to. Throws
 * CONFLICT when the address has an account.
 */
export async function createUser(input: NewUser): Promise<UserRecord> {
  const { password, isVerified } = input
  const passwordHash = password === null ? null : await hashPassword(password)
  try {
    return await inTransaction(async (session) => {
      const email = normaliseAddress(input.email)
      const identities = input.identity && [input.identity]
      const user = new User({ email, passwordHash, emailVerified: isVerified, identities })
      await user.save({ session })
      if (isVerified) await acceptInvitations({ userId: user._id, email }, session)
      return user.toObject()
    })
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('CONFLICT', 'An account with this address exists', { cause: error })
    throw error
  }
}
