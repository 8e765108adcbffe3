import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Config } from '../../runtime/config.js'
import type { OauthChecks, OauthProvider } from './providers.js'

const NAME = 'posthorn_oauth'
const ALGORITHM = 'HS256'
// As long as a person may take to sign in elsewhere.
const LIFETIME_SECONDS = 600

const Claims = z.object({
  provider: z.string(),
  state: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  connectsTo: z.uuid().nullable(),
})

/** What the browser that began a sign-in keeps until it comes back. */
export interface KeptChecks extends OauthChecks {
  /** The user to whom the account elsewhere is to be connected; null for a sign-in. */
  connectsTo: string | null
}

type CookieSettings = Pick<Config, 'JWT_SECRET' | 'GATEWAY_URL'>

/** The `Set-Cookie` that keeps the secrets of a sign-in in the browser that began it. */
export function checksCookie(provider: OauthProvider, checks: KeptChecks, config: CookieSettings): string {
  const options = { algorithm: ALGORITHM, expiresIn: LIFETIME_SECONDS, audience: NAME } as const
  const token = jwt.sign({ provider, ...checks }, keyOf(config), options)
  return `${NAME}=${token}; Max-Age=${LIFETIME_SECONDS}; ${attributes(config)}`
}

/** The `Set-Cookie` that removes them. */
export const clearChecks = (config: CookieSettings): string => `${NAME}=; Max-Age=0; ${attributes(config)}`

/** The secrets in a `Cookie` header of a sign-in by this service; null without any that are valid. */
export function readChecks(provider: OauthProvider, cookies = '', config: CookieSettings): KeptChecks | null {
  const pair = cookies.split(';').find((each) => each.trim().startsWith(`${NAME}=`))
  if (!pair) return null
  try {
    const token = pair.trim().slice(NAME.length + 1)
    const verified = jwt.verify(token, keyOf(config), { algorithms: [ALGORITHM], audience: NAME })
    const claims = Claims.parse(verified)
    return claims.provider === provider ? claims : null
  } catch {
    // An invalid cookie counts as none.
    return null
  }
}

function keyOf({ JWT_SECRET }: CookieSettings) {
  return createSecretKey(Buffer.from(JWT_SECRET, 'utf8'))
}

// `Lax`, because the browser comes back by a link of the service.
function attributes({ GATEWAY_URL }: CookieSettings): string {
  return ['Path=/oauth', 'HttpOnly', 'SameSite=Lax', ...(GATEWAY_URL.startsWith('https:') ? ['Secure'] : [])].join('; ')
}
