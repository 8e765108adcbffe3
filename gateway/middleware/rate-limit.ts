import { pointsOf } from '../../commands/rate-limits/lease-points.js'
import { AppError } from '../../models/domain/errors.js'
import { clientAddress, clientNetwork } from '../http/request/client-address.js'
import type { AnyEndpoint } from '../http/endpoint.js'
import type { GatewayContext } from '../http/gateway-context.js'
import type { GatewayServices } from '../services.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { LeasedRateLimiter } from './leased-rate-limiter.js'

const WINDOW_SECONDS = 60

/**
 * Counts a request by the id of the project or user that sends it, or without an id by the client's network.
 * Throws RATE_LIMIT_EXCEEDED.
 */
export type LimitRate = (endpoint: AnyEndpoint, senderId: string | null, ctx: GatewayContext) => Promise<void>

/** The rate limits of one gateway, by its settings; 0 means no limit. */
export function createRateLimit({ config, log }: Pick<GatewayServices, 'config' | 'log'>): LimitRate {
  const limiterOf = (name: string, limit: number): LeasedRateLimiter =>
    new LeasedRateLimiter(limit, pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS }), (error) =>
      log.warn({ error: loggableError(error) }, 'rate limit not known: requests pass'),
    )
  const { RATE_LIMIT_PER_MINUTE: perProject, OPEN_RATE_LIMIT_PER_MINUTE: perAddress } = config
  const bySender = { limit: perProject, limiter: limiterOf('project', perProject) }
  const byAddress = { limit: perAddress, limiter: limiterOf('address', perAddress) }

  return async (endpoint, senderId, ctx) => {
    if (endpoint.isUnlimited) return
    const { limit, limiter } = senderId === null ? byAddress : bySender
    if (limit === 0) return
    const result = await limiter.consume(senderId ?? clientNetwork(clientAddress(ctx.req, config.TRUSTED_PROXY_HOPS)))
    if (!result) return
    const { isAllowed, remaining, resetSeconds } = result
    ctx.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(resetSeconds),
    })
    if (isAllowed) return
    throw new AppError('RATE_LIMIT_EXCEEDED', `Too many requests: at most ${limit} in a minute`, {
      details: { retryAfter: resetSeconds },
      suggestion: `Try again in ${resetSeconds} seconds`,
    })
  }
}
