import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { SessionRef } from '../../../commands/users/sessions.js'
import type { UserRecord } from '../../../models/user.js'
import type { Config } from '../../../runtime/config.js'

/** The name of the session cookie. */
export const SESSION_COOKIE = 'posthorn_session'

/** How long a session lasts. */
export const SESSION_SECONDS = 7 * 24 * 3_600

const ALGORITHM = 'HS256'

const Claims = z.object({ sub: z.uuid(), ver: z.int(), sid: z.uuid(), iat: z.int(), exp: z.int() })

/** Makes and reads session cookies. */
export interface Sessions {
  /** The `Set-Cookie` that signs a user in for seven days, in a stored session. */
  cookieFor(user: Pick<UserRecord, '_id' | 'sessionVersion'>, sessionId: string): string
  /** The `Set-Cookie` that signs out. */
  readonly clearingCookie: string
  /** The session in a `Cookie` header; null without a valid cookie that has not expired. */
  read(cookies: string | undefined): SessionRef | null
}

/** Creates the sessions of a gateway; other gateways with the same secret read its cookies. */
export function createSessions(config: Pick<Config, 'JWT_SECRET' | 'GATEWAY_URL'>): Sessions {
  // The library takes forty times as long with a string.
  const key = createSecretKey(Buffer.from(config.JWT_SECRET, 'utf8'))
  const isSecure = config.GATEWAY_URL.startsWith('https:')
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ')
  return {
    cookieFor({ _id: subject, sessionVersion: ver }, sid) {
      const token = jwt.sign({ ver, sid }, key, { subject, algorithm: ALGORITHM, expiresIn: SESSION_SECONDS })
      return `${SESSION_COOKIE}=${token}; Max-Age=${SESSION_SECONDS}; ${attributes}`
    },
    clearingCookie: `${SESSION_COOKIE}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
    read(cookies) {
      const token = findCookie(cookies)
      const claims = token === undefined ? null : readClaims(token, key)
      if (!claims) return null
      const { sub: userId, ver: sessionVersion, sid: sessionId } = claims
      return { userId, sessionVersion, sessionId }
    },
  }
}

function findCookie(cookies = ''): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1)
}

function readClaims(token: string, key: ReturnType<typeof createSecretKey>): z.output<typeof Claims> | null {
  try {
    // The token must not choose the algorithm.
    const claims = Claims.safeParse(jwt.verify(token, key, { algorithms: [ALGORITHM] }))
    return claims.success ? claims.data : null
  } catch {
    // An invalid token counts as no session.
    return null
  }
}
