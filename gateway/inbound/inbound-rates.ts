import { pointsOf } from '../../commands/rate-limits/lease-points.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import type { Config } from '../../runtime/config.js'
import { LeasedRateLimiter } from '../middleware/leased-rate-limiter.js'

const WINDOW_SECONDS = 60
// Most messages have one recipient, and each costs a query.
const RECIPIENTS_PER_MESSAGE = 10

/** Counts one more of a key, and says whether its limit allows it; while MongoDB is away everything passes. */
export type Rate = (key: string) => Promise<boolean>

/** The limits on what a client network sends in a minute, over all gateways together. */
export interface InboundRates {
  messages: Rate
  recipients: Rate
}

/** The limits by the settings. */
export function inboundRatesOf({ INBOUND_RATE_PER_MINUTE: limit }: RateSettings, log: Logger): InboundRates {
  const onFailure = (error: unknown): void =>
    log.warn({ error: loggableError(error) }, 'rate limit of inbound mail not known: mail passes')
  return {
    messages: rateOf('inbound', limit, onFailure),
    recipients: rateOf('inbound-recipients', limit * RECIPIENTS_PER_MESSAGE, onFailure),
  }
}

type RateSettings = Pick<Config, 'INBOUND_RATE_PER_MINUTE'>

/** A limit in a minute over all gateways together; 0 means no limit. */
export function rateOf(name: string, limit: number, onFailure?: (error: unknown) => void): Rate {
  if (limit === 0) return async () => true
  const points = pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS })
  const limiter = new LeasedRateLimiter(limit, points, onFailure)
  return async (key) => (await limiter.consume(key))?.isAllowed ?? true
}
