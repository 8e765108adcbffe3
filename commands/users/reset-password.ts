import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '../../models/domain/choose-language.js'
import { siteOf } from '../../models/domain/client-networks.js'
import { User } from '../../models/user.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { hashKey } from '../../runtime/sealed.js'
import type { PlatformSettings } from '../platform/platform.js'
import { sendPlatformMailWithinLimits } from '../platform/send-platform-mail.js'
import { issueToken } from './account-tokens.js'
import { claimByToken } from './claim-by-token.js'
import { spelledAs } from '../address-spellings.js'

// Longer than it takes to store a mail, so that the time of the answer does not tell which accounts exist.
const ANSWER_AFTER_MS = 300

/** Who asks for a new password: anybody. */
export interface ResetRequest {
  /** Trimmed and in lower case. */
  email: string
  language: Language
  clientNetwork: string
}

/**
 * Mails the account of an address the link to a new password, as often as `MAIL_LIMITS` allows. Strangers who ask in
 * the name of others leave room for each network that asks, and more for those that have signed in to the account.
 * Whether there is an account, and whether a mail was sent, can be told neither from the result nor from its time.
 */
export async function requestPasswordReset(request: ResetRequest, settings: PlatformSettings): Promise<void> {
  await Promise.all([mailReset(request, settings), delay(ANSWER_AFTER_MS)])
}

async function mailReset(
  { email, language, clientNetwork: network }: ResetRequest,
  settings: PlatformSettings,
): Promise<void> {
  const user = await User.findOne({ email: spelledAs(email) }, { emailVerified: 1, networks: 1 }).lean()
  if (!user || settings.from === null) return
  const { _id: userId, emailVerified, networks } = user
  const isKnown = networks?.includes(hashKey(network)) ?? false
  await sendPlatformMailWithinLimits(
    {
      kind: 'reset',
      to: email,
      language,
      actorId: hashKey(`${userId} ${siteOf(network)}`),
      asker: { network, isKnown },
      // Accounts that have proved nothing can be made in any number.
      share: emailVerified ? 'reset' : 'confirmation',
      path: async () => `/reset-password?token=${await issueToken(userId, email, 'reset')}`,
    },
    settings,
  )
}

/** Gives the user of a token a new password: see `claimByToken`. */
export async function resetPassword(token: string, newPassword: string, encryptionKeys: EncryptionKeys): Promise<void> {
  await claimByToken({ token, purpose: 'reset' }, newPassword, encryptionKeys)
}
