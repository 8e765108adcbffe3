import { AppError } from '../../models/domain/errors.js'
import { hashPassword } from './passwords.js'
import { Session } from '../../models/session.js'
import { User, type UserRecord } from '../../models/user.js'
import { logIn } from './log-in.js'

/**
 * Replaces the password of a user who gives the current one, and ends all sessions. Wrong guesses count as failed
 * logins. Throws INVALID_CREDENTIALS when the password is wrong or was changed meanwhile, and
 * RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function changePassword(change: {
  email: string
  currentPassword: string
  newPassword: string
  clientNetwork: string
}): Promise<UserRecord> {
  const { email, currentPassword, newPassword, clientNetwork } = change
  const { _id, passwordHash } = await logIn({ email, password: currentPassword, clientNetwork })
  const changed = await User.findOneAndUpdate(
    { _id, passwordHash },
    { $set: { passwordHash: await hashPassword(newPassword) }, $inc: { sessionVersion: 1 } },
    { returnDocument: 'after' },
  ).lean()
  await Session.deleteMany({ userId: _id })
  if (!changed) throw new AppError('INVALID_CREDENTIALS', 'The password was changed meanwhile')
  return changed
}
