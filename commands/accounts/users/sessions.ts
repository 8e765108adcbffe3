import { AppError, notFound } from '../../../models/domain/errors.js'
import { Session, type SessionRecord } from '../../../models/session.js'
import { User, type UserRecord } from '../../../models/user.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

// The list of sessions has no pages.
const MAX_LISTED = 100
const MAX_AGENT_LENGTH = 200
const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS
// A session ends when it is neither renewed for seven days nor younger than thirty.
const LIFETIME_MS = 7 * DAY_MS
const MAX_AGE_MS = 30 * DAY_MS

/** A user without the hash of the password, and the session of the request. */
export type SignedInUser = Omit<UserRecord, 'passwordHash'> & {
  session: Pick<SessionRecord, '_id' | 'createdAt' | 'expiresAt'>
}

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

/** Stores a sign-in, which ends after seven days unless it is renewed. */
export async function beginSession(
  userId: string,
  { userAgent = '', clientNetwork: network }: SignInOrigin,
): Promise<SessionRecord> {
  const now = databaseNow()
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + LIFETIME_MS) }
  const session = { _id: newId(), userId, userAgent: userAgent.slice(0, MAX_AGENT_LENGTH), network, ...times }
  await Session.create(session)
  return session
}

/**
 * Prolongs a session to seven days from now, but to no more than thirty days after the sign-in. Returns the session
 * with its end. A session that has ended meanwhile stays ended: UNAUTHORIZED.
 */
export async function renewSession({ _id: userId, session }: SignedInUser): Promise<SessionRecord> {
  const now = Date.now()
  const expiresAt = new Date(Math.min(now + LIFETIME_MS, session.createdAt.getTime() + MAX_AGE_MS))
  const renewed = await Session.findOneAndUpdate(
    { _id: session._id, userId, expiresAt: { $gt: new Date(now) } },
    { $max: { expiresAt } },
    { returnDocument: 'after' },
  ).lean()
  if (!renewed) throw new AppError('UNAUTHORIZED', 'The session has ended')
  return renewed
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
    User.findOne({ _id: userId, sessionVersion }, { passwordHash: 0 }).lean<Omit<UserRecord, 'passwordHash'>>(),
    Session.findOne({ _id: sessionId, userId, expiresAt: { $gt: new Date() } }).lean(),
  ])
  if (session && Date.now() - session.lastUsedAt.getTime() > HOUR_MS) await noteUse(session)
  if (!session || !user) return null
  const { _id, createdAt, expiresAt } = session
  return { ...user, session: { _id, createdAt, expiresAt } }
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
