import { normaliseAddress } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { hashPassword } from './passwords.js'
import { User, type UserRecord } from '../../models/user.js'

/** Creates an account with an argon2id-hashed password. Throws CONFLICT when the address has an account. */
export async function createUser(input: { email: string; password: string }): Promise<UserRecord> {
  const passwordHash = await hashPassword(input.password)
  try {
    const user = await User.create({ email: normaliseAddress(input.email), passwordHash, emailVerified: true })
    return user.toObject()
  } catch (error) {
    if (isDuplicateKey(error)) throw new AppError('CONFLICT', 'An account with this address exists', { cause: error })
    throw error
  }
}
