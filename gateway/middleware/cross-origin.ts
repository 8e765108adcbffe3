import cors from '@koa/cors'
import type { Config } from '../../runtime/config.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'
import { dashboardOrigins } from '../http/request/own-origins.js'

const PREFLIGHT_SECONDS = 600
const LIMITS = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
const READABLE = ['X-Request-Id', 'Content-Disposition', ...LIMITS]

/**
 * Allows calls from browsers by the origin of the page: `/v1` from any page, because it takes a key and no cookie; all
 * other paths, which take the session cookie, from the dashboard alone.
 */
export function crossOrigin(config: Pick<Config, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS'>): GatewayMiddleware {
  const dashboards = dashboardOrigins(config)
  const anyOrigin = cors({
    origin: '*',
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposeHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  })
  const dashboardOnly = cors({
    origin: (ctx) => (dashboards.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    credentials: true,
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Project-Id', 'X-Request-Id'],
    exposeHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  })
  return (ctx, next) => (ctx.path.startsWith('/v1/') ? anyOrigin(ctx, next) : dashboardOnly(ctx, next))
}
