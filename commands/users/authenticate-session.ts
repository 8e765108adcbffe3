import { User, type UserRecord } from '../../models/user.js'

/** A user as requests know them: without the hash of the password. */
export type SignedInUser = Omit<UserRecord, 'passwordHash'>

/**
 * The user of a session, or null when the account is gone or has ended the session. Looked up anew for each
 * request, so that a session that was ended stops working at once on every replica.
 */
export async function authenticateSession(session: {
  userId: string
  sessionVersion: number
}): Promise<SignedInUser | null> {
  const { userId, sessionVersion } = session
  return User.findOne({ _id: userId, sessionVersion }, { passwordHash: 0 }).lean<SignedInUser>()
}
