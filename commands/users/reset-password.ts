import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '../../models/domain/choose-language.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Session } from '../../models/session.js'
import { User } from '../../models/user.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../platform/platform.js'
import { sendPlatformMailWithinLimits } from '../platform/send-platform-mail.js'
import { issueToken, useToken } from './account-tokens.js'
import { forgiveAccount } from './limit-logins.js'
import { hashPassword } from './passwords.js'

// Longer than it takes to store a mail, so that the time of the answer does not tell which accounts exist.
const ANSWER_AFTER_MS = 300

/**
 * Mails the account of an address the link to a new password, as often as `MAIL_LIMITS` allows. Whether there is an account, and
 * whether a mail was sent, can be told neither from the result nor from its time. Returns the entries that send the mail.
 */
export async function requestPasswordReset(
  email: string,
  language: Language,
  settings: PlatformSettings,
): Promise<OutboxEntry[]> {
  const [entries] = await Promise.all([mailReset(email, language, settings), delay(ANSWER_AFTER_MS)])
  return entries
}

async function mailReset(email: string, language: Language, settings: PlatformSettings): Promise<OutboxEntry[]> {
  const user = await User.findOne({ email }, { _id: 1 }).lean()
  if (!user || settings.from === null) return []
  const { _id: userId } = user
  return sendPlatformMailWithinLimits(
    {
      kind: 'reset',
      to: email,
      language,
      actorId: userId,
      path: async () => `/reset-password?token=${await issueToken(userId, email, 'reset')}`,
    },
    settings,
  )
}

/**
 * Gives the user of a token a new password, and ends all sessions. The mail has proved the address, so that it counts as
 * verified from then on, and failed logins of strangers are forgiven. Throws BAD_REQUEST for a bad token.
 */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  const email = await inTransaction(async (session) => {
    const { userId, email } = await useToken(token, 'reset', session)
    await User.updateOne(
      { _id: userId, email },
      { $set: { passwordHash, emailVerified: true }, $inc: { sessionVersion: 1 } },
      { session },
    )
    await Session.deleteMany({ userId }, { session })
    await acceptInvitations({ userId, email }, session)
    return email
  })
  await forgiveAccount(email)
}
