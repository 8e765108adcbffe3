import { setTimeout as delay } from 'node:timers/promises'
import type { Language } from '../../../models/domain/choose-language.js'
import { siteOf } from '../../../models/domain/client-networks.js'
import { User } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { hashKey } from '../../../runtime/sealed.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMailWithinLimits } from '../../sending/platform-mail/send-platform-mail.js'
import { issueToken } from './account-tokens.js'
import { claimByToken } from './claim-by-token.js'
import { knowsNetwork } from './known-networks.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

// Longer than it takes to store a mail, so that the time of the answer does not tell which accounts exist.
const ANSWER_AFTER_MS = 300

/** A request for a password reset, which any client can send. */
export interface ResetRequest {
  /** Trimmed and in lower case. */
  email: string
  language: Language
  clientNetwork: string
}

/**
 * Mails a link for a new password to the account of an address, as often as `MAIL_LIMITS` allows. Each network has a
 * limit of its own, and mails are reserved for networks that have signed in to the account, so that strangers do not
 * use up the owner's mails. Neither the result nor its time tells whether there is an account or whether a mail was
 * sent.
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
  const { _id: userId, emailVerified } = user
  const isKnown = knowsNetwork(user, network)
  await sendPlatformMailWithinLimits(
    {
      kind: 'reset',
      to: email,
      language,
      actorId: hashKey(`${userId} ${siteOf(network)}`),
      asker: { network, isKnown },
      // Anybody can make many accounts with unproved addresses, so that their mails must not use up the share of
      // resets.
      share: emailVerified ? 'reset' : 'confirmation',
      page: async () => ({ page: 'reset-password', token: await issueToken(userId, email, 'reset') }),
    },
    settings,
  )
}

/** Gives the user of a mailed token a new password; see `claimByToken`. */
export async function resetPassword(
  token: string,
  newPassword: string,
  by: { encryptionKeys: EncryptionKeys; clientNetwork: string },
): Promise<void> {
  await claimByToken({ token, purpose: 'reset' }, newPassword, by)
}
