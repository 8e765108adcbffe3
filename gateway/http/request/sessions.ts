import { createSecretKey } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { SessionRef } from '../../../commands/accounts/users/sessions.js'
import type { SessionRecord } from '../../../models/session.js'
import type { UserRecord } from '../../../models/user.js'
import type { Config } from '../../../runtime/config.js'
import { cookieName, isSecure, readCookie } from './cookies.js'

/** The name of the session cookie. */
export function sessionCookie(config: Pick<Config, 'GATEWAY_URL'>): string {
  return cookieName('posthorn_session', '__Host-', config)
}

const ALGORITHM = 'HS256'

const Claims = z.object({ sub: z.uuid(), ver: z.int(), sid: z.uuid(), iat: z.int(), exp: z.int() })

/** A stored session and its end. */
export type SessionEnd = Pick<SessionRecord, '_id' | 'expiresAt'>

/** Makes and reads session cookies. */
export interface Sessions {
  /** The `Set-Cookie` that signs a user in until the end of a stored session. */
  cookieFor(user: Pick<UserRecord, '_id' | 'sessionVersion'>, session: SessionEnd): string
  /** The `Set-Cookie` that signs out. */
  readonly clearingCookie: string
  /** The session in a `Cookie` header; null without a valid cookie that has not expired. */
  read(cookies: string | undefined): SessionRef | null
}

/** Creates the sessions of a gateway; other gateways with the same secret read its cookies. */
export function createSessions(config: Pick<Config, 'JWT_SECRET' | 'GATEWAY_URL'>): Sessions {
  // The library takes forty times as long with a string.
  const key = createSecretKey(Buffer.from(config.JWT_SECRET, 'utf8'))
  const name = sessionCookie(config)
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure(config) ? ['Secure'] : [])].join('; ')
  return {
    cookieFor({ _id: subject, sessionVersion: ver }, { _id: sid, expiresAt }) {
      const expiresIn = Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1_000))
      const token = jwt.sign({ ver, sid }, key, { subject, algorithm: ALGORITHM, expiresIn })
      return `${name}=${token}; Max-Age=${expiresIn}; ${attributes}`
    },
    clearingCookie: `${name}=; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes}`,
    read(cookies) {
      const token = readCookie(cookies, name)
      const claims = token === undefined ? null : readClaims(token, key)
      if (!claims) return null
      const { sub: userId, ver: sessionVersion, sid: sessionId } = claims
      return { userId, sessionVersion, sessionId }
    },
  }
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
