import { AppError } from '../../models/domain/errors.js'
import { verifyPassword } from './passwords.js'
import { User, type UserRecord } from '../../models/user.js'
import { admitLogin, forgiveLogin } from './limit-logins.js'

/** The credentials of a login and its origin. */
export interface Login {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  clientNetwork: string
}

/**
 * The user of these credentials. Throws INVALID_CREDENTIALS, for a wrong password and an unknown address alike,
 * and RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function logIn({ email, password, clientNetwork }: Login): Promise<UserRecord> {
  const attempt = { account: email, address: clientNetwork }
  await admitLogin(attempt)
  const user = await User.findOne({ email }).lean()
  const isRight = await verifyPassword(user?.passwordHash ?? null, password)
  if (!user || !isRight) throw new AppError('INVALID_CREDENTIALS', 'The address or the password is wrong')
  await forgiveLogin(attempt)
  return user
}
