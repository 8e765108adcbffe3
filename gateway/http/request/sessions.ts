import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { UserRecord } from '../../../models/user.js'
import type { Config } from '../../../runtime/config.js'

/** The cookie that a session travels in. */
export const SESSION_COOKIE = 'posthorn_session'

const LIFETIME_SECONDS = 7 * 24 * 3_600
const ALGORITHM = 'HS256'

const Claims = z.object({ sub: z.uuid(), ver: z.int(), iat: z.int(), exp: z.int() })

/** Whose session a cookie holds, and of which version it was when it was made. */
export interface Session {
  userId: string
  sessionVersion: number
}

/** Makes and reads the cookies of sessions. */
export interface Sessions {
  /** The `Set-Cookie` that signs a user in for seven days. */
  cookieFor(user: Pick<UserRecord, '_id' | 'sessionVersion'>): string
  /** The `Set-Cookie` that signs out. */
  readonly clearingCookie: string
  /** The session in a `Cookie` header; null without one that was made here and has not expired. */
  read(cookies: string | undefined): Session | null
}

/** The sessions that one gateway makes; any other one with the same secret reads them. */
export function createSessions(config: Pick<Config, 'JWT_SECRET' | 'GATEWAY_URL'>): Sessions {
  // Made once: the library takes forty times as long with a text.
  const key = createSecretKey(Buffer.from(config.JWT_SECRET, 'utf8'))
  const isSecure = config.GATEWAY_URL.startsWith('https:')
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ')
  return {
    cookieFor({ _id: subject, sessionVersion: ver }) {
      const token = jwt.sign({ ver }, key, { subject, algorithm: ALGORITHM, expiresIn: LIFETIME_SECONDS })
      return `${SESSION_COOKIE}=${token}; Max-Age=${LIFETIME_SECONDS}; ${attributes}`
    },
    clearingCookie: `${SESSION_COOKIE}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
    read(cookies) {
      const token = findCookie(cookies)
      const claims = token === undefined ? null : readClaims(token, key)
      return claims && { userId: claims.sub, sessionVersion: claims.ver }
    },
  }
}

function findCookie(cookies = ''): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${SESSION_COOKIE}=`))?.slice(SESSION_COOKIE.length + 1)
}

function readClaims(token: string, key: ReturnType<typeof createSecretKey>): z.output<typeof Claims> | null {
  try {
    // The algorithm is ours to say and not the token's.
    const claims = Claims.safeParse(jwt.verify(token, key, { algorithms: [ALGORITHM] }))
    return claims.success ? claims.data : null
  } catch {
    // Whatever the library finds wrong with a token, it is none.
    return null
  }
}
