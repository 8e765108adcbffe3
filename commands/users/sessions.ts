import { User, type UserRecord } from '../../models/user.js'

/** A user without the hash of the password. */
export type SignedInUser = Omit<UserRecord, 'passwordHash'>

/**
 * The user of a session, or null when the account is gone or the session has ended. Read for each request, so that an
 * ended session stops working immediately on every replica.
 */
export async function authenticateSession(session: {
  userId: string
  sessionVersion: number
}): Promise<SignedInUser | null> {
  const { userId, sessionVersion } = session
  return User.findOne({ _id: userId, sessionVersion }, { passwordHash: 0 }).lean<SignedInUser>()
}

/** Ends every session of a user, if this one is still valid: all their cookies stop working immediately. */
export async function endSessions(session: { userId: string; sessionVersion: number }): Promise<void> {
  const { userId, sessionVersion } = session
  await User.updateOne({ _id: userId, sessionVersion }, { $inc: { sessionVersion: 1 } })
}
