import { User } from '../../models/user.js'

/** Ends every session of a user, if this one still holds: the cookies of all of them stop working at once. */
export async function endSessions(session: { userId: string; sessionVersion: number }): Promise<void> {
  const { userId, sessionVersion } = session
  await User.updateOne({ _id: userId, sessionVersion }, { $inc: { sessionVersion: 1 } })
}
