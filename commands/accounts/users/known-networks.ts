import { User, type UserRecord } from '../../../models/user.js'
import { hashKey } from '../../../runtime/sealed.js'

// These are enough for a person at home, at work and on the way.
const MAX_NETWORKS = 8

/** The stored form of the network of a client. */
export function networkKey(clientNetwork: string): string {
  return hashKey(clientNetwork)
}

/** Whether an account knows the network of a client: its holder was there before. */
export function knowsNetwork(user: Pick<UserRecord, 'networks'> | null, clientNetwork: string): boolean {
  return user?.networks?.includes(networkKey(clientNetwork)) ?? false
}

/**
 * Remembers the network of a client who has shown to hold an account: the failed logins of strangers do not close the
 * account for it. Nothing is stored if the credentials were replaced since the user was read.
 */
export async function rememberNetwork(
  { _id, sessionVersion }: Pick<UserRecord, '_id' | 'sessionVersion'>,
  clientNetwork: string,
): Promise<void> {
  const network = networkKey(clientNetwork)
  const networks = { $each: [network], $position: 0, $slice: MAX_NETWORKS }
  const unchanged = { _id, sessionVersion, networks: { $ne: network } }
  await User.updateOne(unchanged, { $push: { networks } }, { timestamps: false })
}
