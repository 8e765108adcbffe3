import { normaliseAddress } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import { hashPassword } from './passwords.js'
import { User, type UserRecord } from '../../models/user.js'

/**
 * Creates an account with an argon2id-hashed password, and a member of the projects that its address is invited to. Throws
 * CONFLICT when the address has an account.
 */
export async function createUser(input: { email: string; password: string }): Promise<UserRecord> {
  const passwordHash = await hashPassword(input.password)
  try {
    return await inTransaction(async (session) => {
      const email = normaliseAddress(input.email)
      const user = new User({ email, passwordHash, emailVerified: true })
      await user.save({ session })
      await acceptInvitations({ userId: user._id, email }, session)
      return user.toObject()
    })
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('CONFLICT', 'An account with this address exists', { cause: error })
    throw error
  }
}
