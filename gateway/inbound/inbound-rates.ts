import { pointsOf } from '../../commands/base/rate-limits/lease-points.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import type { Config } from '../../runtime/config.js'
import { LeasedRateLimiter } from '../middleware/leased-rate-limiter.js'

const WINDOW_SECONDS = 60
// Most messages have one recipient, and each recipient costs a query.
const RECIPIENTS_PER_MESSAGE = 10

/** A limit that counts by a key. */
export interface Rate {
  /** Adds one, and says whether the limit allows it; always true while MongoDB is unavailable. */
  count(key: string): Promise<boolean>
  /** Whether this process knows that the limit is used up. */
  isUsedUp(key: string): boolean
}

/** The limits on the messages that one project gets in a minute, and gets from one site, over all gateways together. */
export interface ProjectRates {
  /**
   * Counts a message, and says whether the limits allow it. A message beyond the limit of a site does not count for the
   * project.
   */
  count(projectId: string, site: string): Promise<boolean>
  /** Whether this process knows that no more messages of a site are allowed. */
  isUsedUp(projectId: string, site: string): boolean
}

const OF_SITE = 1 / 4

/** The limits on what a client network sends in a minute, over all gateways together. */
export interface InboundRates {
  messages: Rate
  recipients: Rate
}

/** The limits on client networks, from the settings. */
export function inboundRatesOf({ INBOUND_RATE_PER_MINUTE: limit }: RateSettings, log: Logger): InboundRates {
  const onFailure = (error: unknown): void =>
    log.warn({ error: loggableError(error) }, 'the rate limit of inbound mail is unavailable: mail is accepted')
  return {
    messages: rateOf('inbound', limit, onFailure),
    recipients: rateOf('inbound-recipients', limit * RECIPIENTS_PER_MESSAGE, onFailure),
  }
}

type RateSettings = Pick<Config, 'INBOUND_RATE_PER_MINUTE'>

/**
 * The limits of projects, from the settings. Without a limit on networks, as behind a proxy, there is none on sites
 * either.
 */
export function projectRatesOf({
  INBOUND_PROJECT_RATE_PER_MINUTE: limit,
  INBOUND_RATE_PER_MINUTE: ofNetwork,
}: RateSettings & Pick<Config, 'INBOUND_PROJECT_RATE_PER_MINUTE'>): ProjectRates {
  const ofProject = rateOf('inbound-project', limit)
  const ofSite = rateOf('inbound-project-site', ofNetwork === 0 ? 0 : Math.ceil(limit * OF_SITE))
  return {
    count: async (projectId, site) => (await ofSite.count(`${projectId} ${site}`)) && ofProject.count(projectId),
    isUsedUp: (projectId, site) => ofSite.isUsedUp(`${projectId} ${site}`) || ofProject.isUsedUp(projectId),
  }
}

/** A limit in a minute over all gateways together; 0 means no limit. */
function rateOf(name: string, limit: number, onFailure?: (error: unknown) => void): Rate {
  if (limit === 0) return { count: async () => true, isUsedUp: () => false }
  const points = pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS })
  const limiter = new LeasedRateLimiter(limit, points, onFailure)
  return {
    count: async (key) => (await limiter.consume(key))?.isAllowed ?? true,
    isUsedUp: (key) => limiter.isUsedUp(key),
  }
}
