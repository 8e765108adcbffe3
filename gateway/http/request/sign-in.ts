import { authenticateSession, beginSession, type SignedInUser } from '../../../commands/users/sessions.js'
import type { UserRecord } from '../../../models/user.js'
import type { OpenContext } from './request-context.js'
import { SESSION_SECONDS } from './sessions.js'

/** Begins a session of a user; returns the headers that sign the client of the request in. */
export async function signInHeaders(
  user: Pick<UserRecord, '_id' | 'sessionVersion'>,
  { sessions, headers, clientNetwork }: Pick<OpenContext, 'sessions' | 'headers' | 'clientNetwork'>,
): Promise<{ 'Set-Cookie': string }> {
  const origin = { userAgent: headers['user-agent'], clientNetwork }
  const sessionId = await beginSession(user._id, origin, SESSION_SECONDS * 1_000)
  return { 'Set-Cookie': sessions.cookieFor(user, sessionId) }
}

/** The user whose valid session the client of a request to an open endpoint has; null without one. */
export async function signedInUser({
  sessions,
  headers,
}: Pick<OpenContext, 'sessions' | 'headers'>): Promise<SignedInUser | null> {
  const session = sessions.read(headers.cookie)
  return session && authenticateSession(session)
}
