import type { Config } from '../../runtime/config.js'
import type { RateLimitLabel } from '../../runtime/metrics/http.js'
import type { Share } from '../memory/byte-budget.js'
import type { Caller } from './access.js'

/** A limit on the requests of one window of a minute. */
interface Limit {
  /** The kind of sender that has a count of its own. */
  by: 'project' | 'user' | 'network' | 'network in a project'
  /** The requests in a minute over all gateways together; 0 for no limit. */
  perMinute(config: Config): number
}

/**
 * Every limit of requests. The credentials of a project never share a limit: a public key stands in web pages, and a
 * session is one person at a dashboard. Neither may use up the requests that the secret key needs for the project's
 * mail.
 */
export const LIMITS = {
  project: { by: 'project', perMinute: (config) => config.RATE_LIMIT_PER_MINUTE },
  session: { by: 'user', perMinute: (config) => config.RATE_LIMIT_PER_MINUTE },
  public: { by: 'project', perMinute: (config) => config.RATE_LIMIT_PUBLIC_PER_MINUTE },
  public_network: { by: 'network in a project', perMinute: (config) => config.RATE_LIMIT_PUBLIC_NETWORK_PER_MINUTE },
  address: { by: 'network', perMinute: (config) => config.OPEN_RATE_LIMIT_PER_MINUTE },
  // These requests hash a password or send a mail, which costs more than other requests. A login has further limits.
  account: { by: 'network', perMinute: (config) => Math.min(20, config.OPEN_RATE_LIMIT_PER_MINUTE) },
  // A correct password costs a hash too, and does not count as a failure.
  login: { by: 'network', perMinute: (config) => Math.min(50, config.OPEN_RATE_LIMIT_PER_MINUTE) },
  // A client loads all images of a mail at once, and a proxy loads images for many recipients.
  image: { by: 'network', perMinute: (config) => config.OPEN_RATE_LIMIT_PER_MINUTE * 10 },
} as const satisfies Partial<Record<RateLimitLabel, Limit>>

export type LimitName = keyof typeof LIMITS

/** The limits that count requests by the client's network alone, which an endpoint may name. */
export type NetworkLimitName = {
  [N in LimitName]: (typeof LIMITS)[N]['by'] extends 'network' ? N : never
}[LimitName]

/**
 * Why requests to an endpoint are not counted: the sender signs its requests and repeats a refused one; a probe must
 * always get an answer; a recipient must never be refused; or a page loads files that are in memory.
 */
export type Exemption = 'receiver' | 'health' | 'recipient page' | 'tracked link' | 'dashboard'

/** The limit that an open endpoint declares. */
export type DeclaredLimit = NetworkLimitName | { exempt: Exemption }

/** The sender of a request: a caller of a project, or a user outside of any project. */
export type Sender = { projectId: string; caller: Caller } | { user: { _id: string } }

/** The limits of each credential, in the order of counting. A refused request does not count in the limits after it. */
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
 * The limits of a request to an endpoint, in the order of counting; none only if the endpoint is exempt. Without a
 * sender they are the limits of the network: that of the endpoint, or the general one.
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
 * The id under which a gateway counts the resources that it uses for one sender. The credentials of a project do not
 * share it, as they share no limit; null without a sender.
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
 * The shares of the memory for bodies in which a request counts. Requests without a credential are one group, and the
 * requests of all public keys another, because anybody may send them in the name of any project. In every group the
 * client network counts in addition to the sender, because one client may have many projects.
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
