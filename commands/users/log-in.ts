import { AppError } from '../../models/domain/errors.js'
import { hashKey } from '../../runtime/sealed.js'
import { verifyPassword } from './passwords.js'
import { User, type UserRecord } from '../../models/user.js'
import { admitLogin, forgiveLogin } from './limit-logins.js'
import { spelledAs } from '../address-spellings.js'

// These are enough for a person at home, at work and on the way.
const MAX_NETWORKS = 8

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
  const network = hashKey(clientNetwork)
  const isKnown = user?.networks?.includes(network) ?? false
  const attempt = { account: email, address: clientNetwork, isKnown }
  await admitLogin(attempt)
  const isRight = await verifyPassword(user?.passwordHash ?? null, password, { isKnown })
  if (!user || !isRight) throw new AppError('INVALID_CREDENTIALS', 'The address or the password is wrong')
  await forgiveLogin(attempt)
  if (!isKnown) await rememberNetwork(user, network)
  return user
}

// The filter on the hash keeps a login with a password that was just replaced from adding its network.
async function rememberNetwork({ _id, passwordHash }: UserRecord, network: string): Promise<void> {
  const networks = { $each: [network], $position: 0, $slice: MAX_NETWORKS }
  const unchanged = { _id, passwordHash, networks: { $ne: network } }
  await User.updateOne(unchanged, { $push: { networks } }, { timestamps: false })
}
