import { AccountToken } from '../../../models/account-token.js'
import { AppError } from '../../../models/domain/errors.js'
import { Session } from '../../../models/session.js'
import { User, type UserRecord } from '../../../models/user.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { networkKey } from './known-networks.js'
import { logIn } from './log-in.js'
import { hashPassword } from './passwords.js'

/**
 * Replaces the password of a user who gives the current one. Ends all sessions, makes mailed tokens invalid, and
 * forgets all known networks but this one. Connected identities stay, because the user sees them in a list and got a
 * mail about each. Wrong guesses count as failed logins. Throws INVALID_CREDENTIALS if the password is wrong or was
 * changed in the meantime, and RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function changePassword(change: {
  email: string
  currentPassword: string
  newPassword: string
  clientNetwork: string
}): Promise<UserRecord> {
  const { email, currentPassword, newPassword, clientNetwork } = change
  const { _id, passwordHash: current } = await logIn({ email, password: currentPassword, clientNetwork })
  const passwordHash = await hashPassword(newPassword, { isKnown: true })
  return inTransaction(async (session) => {
    const changed = await User.findOneAndUpdate(
      { _id, passwordHash: current },
      { $set: { passwordHash, networks: [networkKey(clientNetwork)] }, $inc: { sessionVersion: 1 } },
      { returnDocument: 'after', session },
    ).lean()
    if (!changed) throw new AppError('INVALID_CREDENTIALS', 'The password has changed in the meantime. Try again')
    await Session.deleteMany({ userId: _id }, { session })
    await AccountToken.deleteMany({ userId: _id }, { session })
    return changed
  })
}
