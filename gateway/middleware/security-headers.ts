import helmet from 'koa-helmet'
import type { Config } from '../../runtime/config.js'
import type { GatewayMiddleware } from '../http/gateway-context.js'

const YEAR_SECONDS = 31_536_000

/**
 * Makes browsers treat an answer as data only: no frame, no script, no guessed type, no copy in a cache. An endpoint
 * that answers a page or a file replaces the headers that do not fit.
 */
export function securityHeaders({ GATEWAY_URL }: Pick<Config, 'GATEWAY_URL'>): GatewayMiddleware[] {
  const isHttps = GATEWAY_URL.startsWith('https:')
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isHttps && { maxAge: YEAR_SECONDS, includeSubDomains: false },
    // These headers are for browsers that are no longer in use.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  return [protect, forbidStorage]
}

const forbidStorage: GatewayMiddleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}
