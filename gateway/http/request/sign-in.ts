import { authenticateSession, beginSession, type SignedInUser } from '../../../commands/accounts/users/sessions.js'
import type { UserRecord } from '../../../models/user.js'
import type { OpenContext } from './request-context.js'
import type { SessionEnd } from './sessions.js'

/** A session that the client of a request has from now on. */
export interface SignIn {
  sessionExpiresAt: Date
  /** The headers that give the client the cookie of the session. */
  headers: { 'Set-Cookie': string }
}

/** Begins a session of a user for the client of a request. */
export async function signIn(
  user: Pick<UserRecord, '_id' | 'sessionVersion'>,
  { sessions, headers, clientNetwork }: Pick<OpenContext, 'sessions' | 'headers' | 'clientNetwork'>,
): Promise<SignIn> {
  const origin = { userAgent: headers['user-agent'], clientNetwork }
  return withCookie(user, await beginSession(user._id, origin), sessions)
}

/** A stored session of a user with its cookie. */
export function withCookie(
  user: Pick<UserRecord, '_id' | 'sessionVersion'>,
  session: SessionEnd,
  sessions: OpenContext['sessions'],
): SignIn {
  return { sessionExpiresAt: session.expiresAt, headers: { 'Set-Cookie': sessions.cookieFor(user, session) } }
}

/** The user whose valid session the client of a request to an open endpoint has; null without one. */
export async function signedInUser({
  sessions,
  headers,
}: Pick<OpenContext, 'sessions' | 'headers'>): Promise<SignedInUser | null> {
  const session = sessions.read(headers.cookie)
  return session && authenticateSession(session)
}
