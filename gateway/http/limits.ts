import type { Config } from '../../runtime/config.js'
import type { RateLimitLabel } from '../../runtime/metrics/http.js'
import type { Share } from '../memory/byte-budget.js'
import type { Caller } from './access.js'

/** A limit on the requests of one window of a minute. */
interface Limit {
  /** What is counted by itself. */
  by: 'project' | 'user' | 'network' | 'network in a project'
  /** The requests in a minute over all gateways together; 0 for no limit. */
  perMinute(config: Config): number
}

/**
 * Every limit of requests. The credentials of a project never share one: a public key stands in web pages, and a session
 * is one person at a dashboard, so that neither may use up what the secret key needs for the project's own mail.
 */
export const LIMITS = {
  project: { by: 'project', perMinute: (config) => config.RATE_LIMIT_PER_MINUTE },
  session: { by: 'user', perMinute: (config) => config.RATE_LIMIT_PER_MINUTE },
  public: { by: 'project', perMinute: (config) => config.RATE_LIMIT_PUBLIC_PER_MINUTE },
  public_network: { by: 'network in a project', perMinute: (config) => config.RATE_LIMIT_PUBLIC_NETWORK_PER_MINUTE },
  address: { by: 'network', perMinute: (config) => config.OPEN_RATE_LIMIT_PER_MINUTE },
  // Hashing a password, or sending a mail, costs more than other requests; a login has limits of its own besides.
  account: { by: 'network', perMinute: (config) => Math.min(20, config.OPEN_RATE_LIMIT_PER_MINUTE) },
  // A right password costs a hash as well, and its attempt is not counted among the failures.
  login: { by: 'network', perMinute: (config) => Math.min(50, config.OPEN_RATE_LIMIT_PER_MINUTE) },
  // A mail with many images is loaded at once, and by proxies that load for many recipients.
  image: { by: 'network', perMinute: (config) => config.OPEN_RATE_LIMIT_PER_MINUTE * 10 },
} as const satisfies Partial<Record<RateLimitLabel, Limit>>

export type LimitName = keyof typeof LIMITS

/** The limits that count requests by the client's network alone, which an endpoint may name. */
export type NetworkLimitName = {
  [N in LimitName]: (typeof LIMITS)[N]['by'] extends 'network' ? N : never
}[LimitName]

/**
 * Why requests to an endpoint are not counted: the sender proves itself by a signature and repeats what is refused; a
 * probe must tell the truth; or a recipient must never be refused.
 */
export type Exemption = 'receiver' | 'health' | 'recipient page' | 'tracked link'

/** The limit that an open endpoint declares. */
export type DeclaredLimit = NetworkLimitName | { exempt: Exemption }

/** The sender of a request: a caller of a project, or a user outside of any. */
export type Sender = { projectId: string; caller: Caller } | { user: { _id: string } }

/** The limits of each credential, in the order of their counting. A refused request uses up none of those that follow. */
const LIMITS_OF = {
  secretKey: ['project'],
  publicKey: ['public_network', 'public'],
  user: ['session'],
} as const satisfies Record<Caller['type'], readonly LimitName[]>

/** Whether requests to an endpoint are counted. */
export function isCounted({ limit }: { limit?: DeclaredLimit }): boolean {
  return typeof limit !== 'object'
}

/**
 * The limits of a request to an endpoint, in the order of their counting; none only where the endpoint is exempt.
 * Without a sender they are those of the network: the endpoint's own, or the one for all.
 */
export function limitsOf({ limit }: { limit?: DeclaredLimit }, sender: Sender | null): readonly LimitName[] {
  if (typeof limit === 'object') return []
  if (!sender) return [limit ?? 'address']
  const ofSender = LIMITS_OF['user' in sender ? 'user' : sender.caller.type]
  return limit ? [limit, ...ofSender] : ofSender
}

/** The id under which a limit counts a request. */
export function keyOf(name: LimitName, sender: Sender | null, network: string): string {
  const { by } = LIMITS[name]
  if (by === 'network' || !sender) return network
  if ('user' in sender) return sender.user._id
  if (by === 'user') return sender.caller.type === 'user' ? sender.caller.userId : sender.projectId
  return by === 'project' ? sender.projectId : `${sender.projectId} ${network}`
}

/**
 * The id under which the resources are counted that a gateway holds for one sender. As with limits, the credentials of a
 * project do not share it; null without a sender.
 */
export function senderKey(sender: Sender | null): string | null {
  if (!sender) return null
  if ('user' in sender) return `user ${sender.user._id}`
  const { projectId, caller } = sender
  return caller.type === 'user' ? `user ${caller.userId}` : `${caller.type} ${projectId}`
}

const OF_GROUP = 1 / 4
const OF_STRANGER = 1 / 8
const OF_SENDER = 1 / 4
const OF_NETWORK = 1 / 2

/**
 * The shares of the room for bodies in which a request counts. Requests without a credential are one group, and those of
 * all public keys another, because anybody may send them in the name of any project. In every group the client network
 * counts beside the sender: one client may have many projects.
 */
export function bodyShares(sender: Sender | null, network: string): readonly [Share, ...Share[]] {
  const id = senderKey(sender)
  const isPublic = sender !== null && 'caller' in sender && sender.caller.type === 'publicKey'
  if (id !== null && !isPublic) {
    return [
      { key: 'trusted', share: 1 },
      { key: id, share: OF_SENDER },
      { key: `trusted ${network}`, share: OF_NETWORK },
    ]
  }
  const group = isPublic ? 'public' : 'open'
  const ofNetwork = { key: `${group} ${network}`, share: OF_STRANGER }
  return [{ key: group, share: OF_GROUP }, ...(id === null ? [] : [{ key: id, share: OF_STRANGER }]), ofNetwork]
}
