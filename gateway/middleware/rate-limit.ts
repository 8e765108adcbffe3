import { pointsOf } from '../../commands/base/rate-limits/lease-points.js'
import { AppError } from '../../models/domain/errors.js'
import { clientAddress, clientNetwork } from '../http/request/client-address.js'
import type { AnyEndpoint } from '../http/endpoint.js'
import type { GatewayContext } from '../http/gateway-context.js'
import { keyOf, LIMITS, limitsOf, type LimitName, type Sender } from '../http/limits.js'
import type { GatewayServices } from '../services.js'
import { countRateLimited } from '../../runtime/metrics/http.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { LeasedRateLimiter, type RateLimitResult } from './leased-rate-limiter.js'

const WINDOW_SECONDS = 60

/** The rate limits of one gateway, from its settings; 0 means no limit. */
export interface RateLimit {
  /**
   * Counts a request in the limits of its sender; without a sender (on an open endpoint, or if the sender is unknown)
   * in those of the client's network. The headers of the answer describe the limit with the fewest requests left.
   * Throws RATE_LIMIT_EXCEEDED.
   */
  count(endpoint: AnyEndpoint, sender: Sender | null, ctx: GatewayContext): Promise<void>
  /** Whether this gateway knows that the client's network has used up its limit. */
  isNetworkOverLimit(ctx: GatewayContext): boolean
}

/** Creates the rate limits of a gateway. */
export function createRateLimit({ config, log }: Pick<GatewayServices, 'config' | 'log'>): RateLimit {
  const onFailure = (error: unknown): void =>
    log.warn({ error: loggableError(error) }, 'rate limit not known: requests pass')
  const limiters = new Map<LimitName, { limit: number; limiter: LeasedRateLimiter }>()
  for (const [key, { perMinute }] of Object.entries(LIMITS)) {
    const [name, limit] = [key as LimitName, perMinute(config)]
    if (limit === 0) continue
    const points = pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS })
    limiters.set(name, { limit, limiter: new LeasedRateLimiter(limit, points, onFailure) })
  }
  const networkOf = ({ req }: GatewayContext): string => clientNetwork(clientAddress(req, config.TRUSTED_PROXY_HOPS))

  return {
    async count(endpoint, sender, ctx) {
      let fewest = Infinity
      for (const name of limitsOf(endpoint, sender)) {
        const counted = limiters.get(name)
        const result = await counted?.limiter.consume(keyOf(name, sender, networkOf(ctx)))
        if (!counted || !result) continue
        if (!result.isAllowed || result.remaining < fewest) setHeaders(ctx, counted.limit, result)
        fewest = Math.min(fewest, result.remaining)
        if (!result.isAllowed) throw refusal(name, counted.limit, result)
      }
    },
    isNetworkOverLimit(ctx) {
      return limiters.get('address')?.limiter.isUsedUp(networkOf(ctx)) ?? false
    },
  }
}

function setHeaders(ctx: GatewayContext, limit: number, { remaining, resetSeconds }: RateLimitResult): void {
  ctx.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  })
}

function refusal(name: LimitName, limit: number, { resetSeconds }: RateLimitResult): AppError {
  countRateLimited(name)
  return new AppError('RATE_LIMIT_EXCEEDED', `Too many requests. The limit is ${limit} a minute`, {
    details: { retryAfter: resetSeconds },
    suggestion: `Try again in ${resetSeconds} seconds`,
  })
}
