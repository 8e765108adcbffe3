import { AppError } from '../../../models/domain/errors.js'
import { User, type UserRecord } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { claimAccount } from './claim-account.js'
import { forgiveAccount } from './limit-logins.js'
import { hashPassword } from './passwords.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

/**
 * Gives a user a new password on behalf of an operator, who vouches that the user owns the address; see `claimAccount`.
 * Throws RESOURCE_NOT_FOUND.
 */
export async function setPassword(
  { email, password }: { email: string; password: string },
  encryptionKeys: EncryptionKeys,
): Promise<UserRecord> {
  const passwordHash = await hashPassword(password)
  const changed = await inTransaction(async (session) => {
    const user = await User.findOne({ email: spelledAs(email) }, { _id: 1 }, { session }).lean()
    return user && claimAccount({ userId: user._id, email, passwordHash, encryptionKeys }, session)
  })
  if (!changed) throw new AppError('RESOURCE_NOT_FOUND', `There is no user with the email address ${email}`)
  await forgiveAccount(email)
  return changed
}
