import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../models/domain/errors.js'
import type { Config } from '../../../runtime/config.js'

/** The settings that say where our pages are. */
export type OriginSettings = Pick<Config, 'DASHBOARD_URL' | 'DASHBOARD_ORIGINS' | 'GATEWAY_URL'>

/** The origins of the dashboard. */
export function dashboardOrigins(config: Omit<OriginSettings, 'GATEWAY_URL'>): Set<string> {
  const { DASHBOARD_URL: url, DASHBOARD_ORIGINS: origins } = config
  return new Set([...origins, ...(url ? [new URL(url).origin] : [])])
}

/**
 * Refuses what a page that is not ours makes a browser send along with the cookie, or instead of it. A browser
 * says in `Origin` which page it is, at least of every request but GET and HEAD.
 * Throws FORBIDDEN; a request without an `Origin` passes when it is `optional`.
 */
export function requireOwnOrigin(
  headers: IncomingHttpHeaders,
  config: OriginSettings,
  { optional = false }: { optional?: boolean } = {},
): void {
  const { origin } = headers
  // A link on a foreign page leads here without an `Origin`.
  if (origin === undefined && optional && headers['sec-fetch-site'] !== 'cross-site') return
  const own = dashboardOrigins(config).add(new URL(config.GATEWAY_URL).origin)
  if (origin !== undefined && own.has(origin)) return
  throw new AppError('FORBIDDEN', 'The request does not come from a page of this service', {
    suggestion: 'Send the header Origin with the origin of the dashboard or of the gateway, or use a secret key',
  })
}
