import cors from '@koa/cors'
import type { Config } from '../../runtime/config.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'
import { dashboardOrigins } from '../http/request/own-origins.js'

const PREFLIGHT_SECONDS = 600
const READABLE = ['X-Request-Id', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

/**
 * Says from which pages a browser may call: `/v1` from any, because a key and no cookie goes with it; everything
 * else, which takes the session cookie, from the dashboard alone.
 */
export function crossOrigin(config: Pick<Config, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS'>): GatewayMiddleware {
  const dashboards = dashboardOrigins(config)
  const toAnyone = cors({
    origin: '*',
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposeHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  })
  const toDashboards = cors({
    origin: (ctx) => (dashboards.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Project-Id', 'X-Request-Id'],
    exposeHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  })
  return (ctx, next) => (ctx.path.startsWith('/v1/') ? toAnyone(ctx, next) : toDashboards(ctx, next))
}
