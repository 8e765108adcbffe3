import type { Config } from '../../../runtime/config.js'

type Address = Pick<Config, 'GATEWAY_URL'>

/** Whether browsers reach the gateway by https, so that its cookies are `Secure`. */
export function isSecure({ GATEWAY_URL }: Address): boolean {
  return GATEWAY_URL.startsWith('https:')
}

/**
 * The name of a cookie, which no page of a sibling domain and no plain connection can set where the gateway has https:
 * browsers keep a cookie of the prefix `__Secure-` only with `Secure`, and one of `__Host-` also only without `Domain`
 * and for the whole host (RFC 6265bis, 4.1.3).
 */
export function cookieName(name: string, prefix: '__Host-' | '__Secure-', config: Address): string {
  return isSecure(config) ? prefix + name : name
}

/**
 * The value of a cookie in a `Cookie` header. Two cookies of a name are none, because somebody else may have set the
 * first of them.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const trimmed = pair.trim()
    return trimmed.startsWith(`${name}=`) ? [trimmed.slice(name.length + 1)] : []
  })
  return values.length === 1 ? values[0] : undefined
}
