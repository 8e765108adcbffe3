import { notFound } from '../../models/domain/errors.js'
import { Session, type SessionRecord } from '../../models/session.js'
import { User, type UserRecord } from '../../models/user.js'
import { newId } from '../../runtime/ids.js'

// The list of sessions has no pages.
const MAX_LISTED = 100
const MAX_AGENT_LENGTH = 200
const HOUR_MS = 3_600_000

/** A user without the hash of the password. */
export type SignedInUser = Omit<UserRecord, 'passwordHash'>

/** The content of a session cookie. */
export interface SessionRef {
  userId: string
  sessionVersion: number
  sessionId: string
}

/** The origin of a sign-in. */
export interface SignInOrigin {
  userAgent: string | undefined
  clientNetwork: string
}

/** Stores a sign-in that ends after `lifetimeMs`; returns its id for the cookie. */
export async function beginSession(
  userId: string,
  { userAgent = '', clientNetwork: network }: SignInOrigin,
  lifetimeMs: number,
): Promise<string> {
  const [_id, now] = [newId(), new Date()]
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + lifetimeMs) }
  await Session.create({ _id, userId, userAgent: userAgent.slice(0, MAX_AGENT_LENGTH), network, ...times })
  return _id
}

/**
 * The user of a session; null if the account is deleted or the session has ended. Every request reads both, so that an
 * ended session stops working immediately on every replica.
 */
export async function authenticateSession({
  userId,
  sessionVersion,
  sessionId,
}: SessionRef): Promise<SignedInUser | null> {
  const [user, session] = await Promise.all([
    User.findOne({ _id: userId, sessionVersion }, { passwordHash: 0 }).lean<SignedInUser>(),
    Session.findOne({ _id: sessionId, userId }).lean(),
  ])
  if (session && Date.now() - session.lastUsedAt.getTime() > HOUR_MS) await noteUse(session)
  return session && user
}

/** The sessions of a user, newest first. */
export async function listSessions(userId: string): Promise<SessionRecord[]> {
  const valid = { userId, expiresAt: { $gt: new Date() } }
  return Session.find(valid).sort({ createdAt: -1 }).limit(MAX_LISTED).lean()
}

/** Ends one session of a user: its cookie stops working immediately. Throws RESOURCE_NOT_FOUND. */
export async function endSession(userId: string, sessionId: string): Promise<void> {
  const { deletedCount } = await Session.deleteOne({ _id: sessionId, userId })
  if (deletedCount === 0) throw notFound('session', sessionId)
}

/** Ends the session of a cookie, at a logout. */
export async function dropSession({ userId, sessionId }: SessionRef): Promise<void> {
  await Session.deleteOne({ _id: sessionId, userId })
}

/** Ends every session of a user, if `session` is still valid. All their cookies stop working immediately. */
export async function endSessions(session: SessionRef): Promise<void> {
  const { userId, sessionVersion } = session
  const ended = await User.updateOne({ _id: userId, sessionVersion }, { $inc: { sessionVersion: 1 } })
  if (ended.modifiedCount > 0) await Session.deleteMany({ userId })
}

async function noteUse({ _id, userId, lastUsedAt }: SessionRecord): Promise<void> {
  await Session.updateOne({ _id, userId, lastUsedAt }, { $set: { lastUsedAt: new Date() } })
}
