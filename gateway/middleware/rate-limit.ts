import { pointsOf } from '../../commands/rate-limits/lease-points.js'
import { AppError } from '../../models/domain/errors.js'
import { clientAddress, clientNetwork } from '../http/request/client-address.js'
import type { AnyEndpoint } from '../http/endpoint.js'
import type { GatewayContext } from '../http/gateway-context.js'
import type { GatewayServices } from '../http/services.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { PointLeases } from './point-leases.js'

const WINDOW_SECONDS = 60

/**
 * Counts a request, by the id of the project or user that sends it, or else by its client's address.
 * Throws RATE_LIMIT_EXCEEDED.
 */
export type LimitRate = (endpoint: AnyEndpoint, senderId: string | null, ctx: GatewayContext) => Promise<void>

/** The rate limits of one gateway, by its settings; a limit of 0 is none. */
export function createRateLimit({ config, log }: Pick<GatewayServices, 'config' | 'log'>): LimitRate {
  const leasesOf = (name: string, limit: number): PointLeases =>
    new PointLeases(limit, pointsOf({ name, limit, windowSeconds: WINDOW_SECONDS }), (error) =>
      log.warn({ error: loggableError(error) }, 'rate limit not known: requests pass'),
    )
  const { RATE_LIMIT_PER_MINUTE: perProject, OPEN_RATE_LIMIT_PER_MINUTE: perAddress } = config
  const bySender = { limit: perProject, leases: leasesOf('project', perProject) }
  const byAddress = { limit: perAddress, leases: leasesOf('address', perAddress) }

  return async (endpoint, senderId, ctx) => {
    if (endpoint.isUnlimited) return
    const { limit, leases } = senderId === null ? byAddress : bySender
    if (limit === 0) return
    const verdict = await leases.spend(senderId ?? clientNetwork(clientAddress(ctx.req, config.TRUSTED_PROXY_HOPS)))
    if (!verdict) return
    const { isAllowed, remaining, resetSeconds } = verdict
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
