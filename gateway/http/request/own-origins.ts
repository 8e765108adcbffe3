import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'
import type { Config } from '../../../runtime/config.js'

/** The settings with the origins of this installation's own pages. */
export type OriginSettings = Pick<Config, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS' | 'GATEWAY_URL' | 'NODE_ENV'>

const LOOPBACK_NAMES = ['localhost', '127.0.0.1']

/** The origins of the dashboard. */
export function dashboardOrigins(config: Pick<OriginSettings, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS'>): Set<string> {
  const { DASHBOARD_URL: url, DASHBOARD_ORIGINS: origins } = config
  return new Set([...origins, ...(url ? [new URL(url).origin] : [])])
}

/**
 * The origins of the gateway's own pages. A developer opens them by either name of this machine, and the cookie belongs
 * to the name that was opened.
 */
function gatewayOrigins({ GATEWAY_URL, NODE_ENV }: OriginSettings): string[] {
  const { origin, hostname, protocol, port } = new URL(GATEWAY_URL)
  if (NODE_ENV === 'production' || !LOOPBACK_NAMES.includes(hostname)) return [origin]
  return LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}

/**
 * Refuses a request that a foreign page makes a browser send, with or without the cookie. A browser names the origin of
 * the page in `Origin`, at least for every request other than GET and HEAD.
 * Throws FORBIDDEN; with `optional`, a request without an `Origin` passes.
 */
export function requireOwnOrigin(
  headers: IncomingHttpHeaders,
  config: OriginSettings,
  { optional = false }: { optional?: boolean } = {},
): void {
  const { origin } = headers
  // Following a link on a foreign page sends no `Origin`.
  if (origin === undefined && optional && headers['sec-fetch-site'] !== 'cross-site') return
  // A form on a page with `Referrer-Policy: no-referrer` names the origin `null`; the browser alone sets this header.
  if ((origin === undefined || origin === 'null') && headers['sec-fetch-site'] === 'same-origin') return
  if (origin !== undefined && (dashboardOrigins(config).has(origin) || gatewayOrigins(config).includes(origin))) return
  throw new AppError('FORBIDDEN', 'The request comes from an unknown origin', {
    suggestion: 'Set the Origin header to the origin of the dashboard or the gateway, or use a secret key',
  })
}
