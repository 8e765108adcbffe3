import type { Language } from '../../models/domain/choose-language.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { User, type UserRecord } from '../../models/user.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../platform/platform.js'
import { sendPlatformMail } from '../platform/send-platform-mail.js'
import { issueToken, useToken } from './account-tokens.js'

/**
 * Mails a user the link that proves the address; nothing for one that is proved. Throws RATE_LIMIT_EXCEEDED after as many
 * mails as `MAIL_LIMITS` allows.
 */
export async function requestVerification(
  { _id: userId, email, emailVerified }: Pick<UserRecord, '_id' | 'email' | 'emailVerified'>,
  language: Language,
  settings: PlatformSettings,
): Promise<OutboxEntry[]> {
  if (emailVerified || settings.from === null) return []
  return sendPlatformMail(
    {
      kind: 'verify',
      to: email,
      language,
      actorId: userId,
      path: async () => `/verify-email?token=${await issueToken(userId, email, 'verify')}`,
    },
    settings,
  )
}

/**
 * Takes an address as proved by the token that was mailed to it, and makes its user a member of the projects that it is
 * invited to. Throws BAD_REQUEST for a bad token.
 */
export async function verifyAddress(token: string): Promise<void> {
  await inTransaction(async (session) => {
    const { userId, email } = await useToken(token, 'verify', session)
    await User.updateOne({ _id: userId, email }, { $set: { emailVerified: true } }, { session })
    await acceptInvitations({ userId, email }, session)
  })
}
