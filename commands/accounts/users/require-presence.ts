import { AppError } from '../../../models/domain/errors.js'
import type { SessionRecord } from '../../../models/session.js'
import { User } from '../../../models/user.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { logIn } from './log-in.js'

/** For so long after a sign-in a session shows by itself that the user is there. */
const FRESH_MS = 10 * 60_000

/** What a request brings to show that the user, and not somebody at a session that was left open, asks for an act. */
export interface Presence {
  userId: string
  session: Pick<SessionRecord, 'createdAt'>
  /** The password of the account. */
  password?: string | undefined
  clientNetwork: string
}

/**
 * Requires the password of the account, or a session that began less than ten minutes ago; for acts that are final or
 * that change who may sign in. Wrong passwords count as failed logins. Throws FORBIDDEN with the reason `SIGN_IN_AGAIN`
 * without either, INVALID_CREDENTIALS, and RATE_LIMIT_EXCEEDED.
 */
export async function requirePresence({ userId, session, password, clientNetwork }: Presence): Promise<void> {
  if (password === undefined && databaseNow().getTime() - session.createdAt.getTime() < FRESH_MS) return
  const user = await User.findOne({ _id: userId }, { email: 1, passwordHash: 1 }).lean()
  if (!user) throw new AppError('UNAUTHORIZED', 'The session has ended')
  if (password === undefined) {
    const hasPassword = user.passwordHash !== null
    throw new AppError(
      'FORBIDDEN',
      'Enter your password, or sign in again: your last sign-in is older than ten minutes',
      {
        details: { reason: 'SIGN_IN_AGAIN', hasPassword },
        suggestion: hasPassword ? 'Send `password` or sign in again' : 'Sign in again. The account has no password',
      },
    )
  }
  const holder = await logIn({ email: user.email, password, clientNetwork })
  if (holder._id !== userId)
    throw new AppError('INVALID_CREDENTIALS', 'The email address has changed in the meantime. Try again')
}
