import type { Language } from '../../../models/domain/choose-language.js'
import { AppError } from '../../../models/domain/errors.js'
import { User, type UserRecord } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMail } from '../../sending/platform-mail/send-platform-mail.js'
import { findToken, invalidToken, issueToken, useToken, type TokenOwner } from './account-tokens.js'
import { confirmEmailChange, type AccountHolder } from './change-email.js'
import { claimByToken } from './claim-by-token.js'
import { confirmAddress } from './claim-account.js'
import { rememberNetwork } from './known-networks.js'
import { logIn } from './log-in.js'
import type { SignedInUser } from './sessions.js'

/**
 * Mails a user the link that proves the address; does nothing if the address is proved. Throws RATE_LIMIT_EXCEEDED
 * after as many mails as `MAIL_LIMITS` allows.
 */
export async function requestVerification(
  { _id: userId, email, emailVerified }: Pick<UserRecord, '_id' | 'email' | 'emailVerified'>,
  { language, clientNetwork: network }: { language: Language; clientNetwork: string },
  settings: PlatformSettings,
): Promise<void> {
  if (emailVerified || settings.from === null) return
  await sendPlatformMail(
    {
      kind: 'verify',
      to: email,
      language,
      actorId: userId,
      asker: { network, isKnown: false },
      page: async () => ({ page: 'verify-email', token: await issueToken(userId, email, 'verify') }),
    },
    settings,
  )
}

/** The credentials of the bearer of a token. One of the session, the password and a new password is needed. */
export interface Bearer {
  /** The user of the browser's session; null without a session. */
  signedInAs: SignedInUser | null
  /** The password of the account. */
  password?: string | undefined
  /** The new password for the account. */
  newPassword?: string | undefined
  clientNetwork: string
  encryptionKeys: EncryptionKeys
}

/**
 * Marks an address as proved by the token that was mailed to it, or gives the account the new address that it asked
 * for. The bearer of the token may not be the person who made the account. A bearer who is signed in to the account or
 * gives its password confirms the address. A bearer who gives a new password claims the account (see `claimAccount`),
 * but not by the token of a new address. A wrong password counts as a failed login. Returns the account only if its
 * address has changed, which ends all sessions. Throws BAD_REQUEST for an invalid token, UNAUTHORIZED for a bearer
 * without any of these credentials, INVALID_CREDENTIALS, CONFLICT for a new address that is taken, and
 * RATE_LIMIT_EXCEEDED. The account knows the network of the bearer from then on.
 */
export async function verifyAddress(token: string, bearer: Bearer): Promise<UserRecord | null> {
  const { newPassword, clientNetwork } = bearer
  if (newPassword !== undefined) {
    await claimByToken({ token, purpose: 'verify' }, newPassword, bearer)
    return null
  }
  const owner = await findToken(token, 'verify', 'change')
  const holder = await findHolder(owner, bearer)
  if (owner.purpose === 'change') return confirmEmailChange(token, holder)
  await inTransaction(async (session) => {
    const { userId, email } = await useToken(token, 'verify', session)
    await confirmAddress(holder, session)
    await acceptInvitations({ userId, email }, session)
  })
  await rememberNetwork(holder, clientNetwork)
  return null
}

async function findHolder(
  { userId, email, purpose }: TokenOwner,
  { signedInAs, password, clientNetwork }: Bearer,
): Promise<AccountHolder> {
  if (signedInAs?._id === userId) return signedInAs
  if (password === undefined) {
    throw new AppError('UNAUTHORIZED', 'The token confirms the email address, but not that you created the account', {
      details: { fields: ['password', 'newPassword'] },
      suggestion:
        'Send `password`, or set a new one with `newPassword`, which ends all sessions. The session that created ' +
        'the account needs neither',
    })
  }
  // The token of a change names the new address, which the account does not have yet.
  const account = purpose === 'change' ? await User.findOne({ _id: userId }, { email: 1 }).lean() : { email }
  if (!account) throw invalidToken()
  const user = await logIn({ email: account.email, password, clientNetwork })
  if (user._id !== userId) throw invalidToken()
  return user
}
