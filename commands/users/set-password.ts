import { AppError } from '../../models/domain/errors.js'
import { Session } from '../../models/session.js'
import { User, type UserRecord } from '../../models/user.js'
import { forgiveAccount } from './limit-logins.js'
import { hashPassword } from './passwords.js'

/** Gives a user a new password for an operator, and ends all sessions. Throws RESOURCE_NOT_FOUND. */
export async function setPassword(email: string, password: string): Promise<UserRecord> {
  const passwordHash = await hashPassword(password)
  const changed = await User.findOneAndUpdate(
    { email },
    { $set: { passwordHash }, $inc: { sessionVersion: 1 } },
    { returnDocument: 'after' },
  ).lean()
  if (!changed) throw new AppError('RESOURCE_NOT_FOUND', `There is no user with the address ${email}`)
  await Session.deleteMany({ userId: changed._id })
  await forgiveAccount(email)
  return changed
}
