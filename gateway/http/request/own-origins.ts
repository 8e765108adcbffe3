import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'
import type { Config } from '../../../runtime/config.js'

/** The settings with the origins of this installation's own pages. */
export type OriginSettings = Pick<Config, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS' | 'GATEWAY_URL'>

/** The origins of the dashboard. */
export function dashboardOrigins(config: Omit<OriginSettings, 'GATEWAY_URL'>): Set<string> {
  const { DASHBOARD_URL: url, DASHBOARD_ORIGINS: origins } = config
  return new Set([...origins, ...(url ? [new URL(url).origin] : [])])
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
  const own = dashboardOrigins(config).add(new URL(config.GATEWAY_URL).origin)
  if (origin !== undefined && own.has(origin)) return
  throw new AppError('FORBIDDEN', 'The request does not come from a page of this service', {
    suggestion: 'Send the header Origin with the origin of the dashboard or of the gateway, or use a secret key',
  })
}
