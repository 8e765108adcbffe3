import { pointsOf } from '../../commands/rate-limits/lease-points.js'
import { AppError } from '../../models/domain/errors.js'
import { clientAddress, clientNetwork } from '../http/request/client-address.js'
import type { AnyEndpoint } from '../http/endpoint.js'
import type { GatewayContext } from '../http/gateway-context.js'
import type { GatewayServices } from '../services.js'
import { countRateLimited } from '../../runtime/metrics/http.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { LeasedRateLimiter } from './leased-rate-limiter.js'

const WINDOW_SECONDS = 60

/** The rate limits of one gateway, by its settings; 0 means no limit. */
export interface RateLimit {
  /**
   * Counts a request by the id of the project or user that sends it, or without an id by the client's network: on open
   * endpoints, and when the sender is unknown. Throws RATE_LIMIT_EXCEEDED.
   */
  count(endpoint: AnyEndpoint, senderId: string | null, ctx: GatewayContext): Promise<void>
  /** Whether this gateway knows that the client's network has used up its limit. */
  isNetworkOverLimit(ctx: GatewayContext): boolean
}

/** Creates the rate limits of a gateway. */
export function createRateLimit({ config, log }: Pick<GatewayServices, 'config' | 'log'>): RateLimit {
  const limiterOf = (name: string, limit: number): LeasedRateLimiter =>
    new LeasedRateLimiter(limit, pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS }), (error) =>
      log.warn({ error: loggableError(error) }, 'rate limit not known: requests pass'),
    )
  const { RATE_LIMIT_PER_MINUTE: perProject, OPEN_RATE_LIMIT_PER_MINUTE: perAddress } = config
  const bySender = { limit: perProject, limiter: limiterOf('project', perProject) }
  const byAddress = { limit: perAddress, limiter: limiterOf('address', perAddress) }
  const networkOf = ({ req }: GatewayContext): string => clientNetwork(clientAddress(req, config.TRUSTED_PROXY_HOPS))

  return {
    async count(endpoint, senderId, ctx) {
      if (endpoint.isUnlimited) return
      const { limit, limiter } = senderId === null ? byAddress : bySender
      if (limit === 0) return
      const result = await limiter.consume(senderId ?? networkOf(ctx))
      if (!result) return
      const { isAllowed, remaining, resetSeconds } = result
      ctx.set({
        'RateLimit-Limit': String(limit),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(resetSeconds),
      })
      if (isAllowed) return
      countRateLimited(senderId === null ? 'address' : 'project')
      throw new AppError('RATE_LIMIT_EXCEEDED', `Too many requests: at most ${limit} in a minute`, {
        details: { retryAfter: resetSeconds },
        suggestion: `Try again in ${resetSeconds} seconds`,
      })
    },
    isNetworkOverLimit(ctx) {
      return perAddress > 0 && byAddress.limiter.isUsedUp(networkOf(ctx))
    },
  }
}
