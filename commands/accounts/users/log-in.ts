import { AppError } from '../../../models/domain/errors.js'
import { knowsNetwork, rememberNetwork } from './known-networks.js'
import { verifyPassword } from './passwords.js'
import { User, type UserRecord } from '../../../models/user.js'
import { admitLogin, forgiveLogin } from './limit-logins.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

/** The credentials of a login and its origin. */
export interface Login {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  clientNetwork: string
}

/**
 * The user with these credentials. Throws the same INVALID_CREDENTIALS for a wrong password and for an unknown address,
 * and RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function logIn({ email, password, clientNetwork }: Login): Promise<UserRecord> {
  const user = await User.findOne({ email: spelledAs(email) }).lean()
  const isKnown = knowsNetwork(user, clientNetwork)
  const attempt = { account: email, address: clientNetwork, isKnown }
  await admitLogin(attempt)
  const isRight = await verifyPassword(user?.passwordHash ?? null, password, { isKnown })
  if (!user || !isRight) throw new AppError('INVALID_CREDENTIALS', 'Incorrect email address or password')
  await forgiveLogin(attempt)
  if (!isKnown) await rememberNetwork(user, clientNetwork)
  return user
}
