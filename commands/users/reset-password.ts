import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '../../models/domain/choose-language.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { User } from '../../models/user.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import type { PlatformSettings } from '../platform/platform.js'
import { sendPlatformMailWithinLimits } from '../platform/send-platform-mail.js'
import { issueToken } from './account-tokens.js'
import { claimByToken } from './claim-by-token.js'

// Longer than it takes to store a mail, so that the time of the answer does not tell which accounts exist.
const ANSWER_AFTER_MS = 300

/**
 * Mails the account of an address the link to a new password, as often as `MAIL_LIMITS` allows. Whether there is an
 * account, and whether a mail was sent, can be told neither from the result nor from its time. Returns the entries that
 * send the mail.
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

/** Gives the user of a token a new password: see `claimByToken`. */
export async function resetPassword(token: string, newPassword: string, encryptionKeys: EncryptionKeys): Promise<void> {
  await claimByToken({ token, purpose: 'reset' }, newPassword, encryptionKeys)
}
