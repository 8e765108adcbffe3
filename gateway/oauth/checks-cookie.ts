import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Config } from '../../runtime/config.js'
import { cookieName, isSecure, readCookie } from '../http/request/cookies.js'
import type { OauthChecks, OauthProvider } from './providers.js'

const AUDIENCE = 'posthorn_oauth'
const ALGORITHM = 'HS256'
// The time that a person may take to sign in at the service.
const LIFETIME_SECONDS = 600

const Claims = z.object({
  provider: z.string(),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  connectsTo: z.uuid().nullable(),
})

/** The secrets that a browser keeps from the begin of a sign-in until the service sends it back. */
export interface KeptChecks extends OauthChecks {
  /** The session whose user the account of the service is connected with; null for a sign-in. */
  connectsTo: string | null
}

type CookieSettings = Pick<Config, 'JWT_SECRET' | 'GATEWAY_URL'>

/** The `Set-Cookie` that keeps the secrets of a sign-in in the browser that began it. */
export function checksCookie(provider: OauthProvider, checks: KeptChecks, config: CookieSettings): string {
  const options = { algorithm: ALGORITHM, expiresIn: LIFETIME_SECONDS, audience: AUDIENCE } as const
  const token = jwt.sign({ provider, ...checks }, keyOf(config), options)
  return `${nameFor(config)}=${token}; Max-Age=${LIFETIME_SECONDS}; ${attributes(config)}`
}

/** The `Set-Cookie` that removes these secrets. */
export const clearChecks = (config: CookieSettings): string => `${nameFor(config)}=; Max-Age=0; ${attributes(config)}`

/** The secrets of a sign-in by this service in a `Cookie` header; null without valid ones. */
export function readChecks(
  provider: OauthProvider,
  cookies: string | undefined,
  config: CookieSettings,
): KeptChecks | null {
  const token = readCookie(cookies, nameFor(config))
  if (token === undefined) return null
  try {
    const verified = jwt.verify(token, keyOf(config), { algorithms: [ALGORITHM], audience: AUDIENCE })
    const claims = Claims.parse(verified)
    return claims.provider === provider ? claims : null
  } catch {
    // An invalid cookie is ignored.
    return null
  }
}

function keyOf({ JWT_SECRET }: CookieSettings) {
  return createSecretKey(Buffer.from(JWT_SECRET, 'utf8'))
}

function nameFor(config: CookieSettings): string {
  return cookieName('posthorn_oauth', '__Secure-', config)
}

// `Lax`, because the service sends the browser back by a link. The gateway may have a path of its own.
function attributes(config: CookieSettings): string {
  const path = new URL('oauth', `${config.GATEWAY_URL.replace(/\/$/, '')}/`).pathname
  return [`Path=${path}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure(config) ? ['Secure'] : [])].join('; ')
}
