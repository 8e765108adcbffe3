import type { ClientSession } from 'mongoose'
import { AccountToken } from '../../../models/account-token.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import type { Language } from '../../../models/domain/choose-language.js'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { Session } from '../../../models/session.js'
import { User, type UserRecord } from '../../../models/user.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { sendPlatformMail, sendPlatformMailWithinLimits } from '../../sending/platform-mail/send-platform-mail.js'
import { issueToken, useToken } from './account-tokens.js'
import { accountExists } from './create-user.js'
import { logIn } from './log-in.js'

/** Another address that a user wants for the account. */
export interface EmailChange {
  user: Pick<UserRecord, '_id' | 'email' | 'emailVerified'>
  newEmail: string
  /** The password of the account. */
  password: string
  language: Language
  clientNetwork: string
}

/**
 * Changes the address of a user who gives the password. If the installation mails its users, the address changes when
 * the link is followed that is mailed to the new one, and the old one gets a notice; returns null. Whether the new
 * address has an account is then answered to the bearer of that link alone. Otherwise the address changes at once, and
 * the changed user is returned. Wrong passwords count as failed logins. Throws INVALID_CREDENTIALS, VALIDATION_ERROR
 * for the address that the account has, CONFLICT for a taken address that would change at once, and
 * RATE_LIMIT_EXCEEDED after as many mails as `MAIL_LIMITS` allows.
 */
export async function changeEmail(change: EmailChange, settings: PlatformSettings): Promise<UserRecord | null> {
  const { user, password, clientNetwork } = change
  const holder = await logIn({ email: user.email, password, clientNetwork })
  if (holder._id !== user._id)
    throw new AppError('INVALID_CREDENTIALS', 'The email address has changed in the meantime. Try again')
  const email = normaliseAddress(change.newEmail)
  if (email === holder.email) {
    throw invalid([{ field: 'newEmail', message: "This is already the account's email address", code: 'custom' }])
  }
  if (settings.from === null) return moveAccount(holder, email)
  await mailConfirmation({ ...change, newEmail: email }, settings)
  await mailNotice(change, settings)
  return null
}

async function mailConfirmation(
  { user: { _id: userId }, newEmail, language, clientNetwork: network }: EmailChange,
  settings: PlatformSettings,
): Promise<void> {
  const mail = {
    kind: 'verify' as const,
    to: newEmail,
    language,
    actorId: userId,
    asker: { network, isKnown: false },
    page: async () => ({ page: 'verify-email' as const, token: await issueToken(userId, newEmail, 'change') }),
  }
  try {
    await sendPlatformMail(mail, settings)
  } catch (error) {
    // The suggestion for a verification, a new password, would not change the address.
    if (error instanceof AppError) throw new AppError(error.code, error.message, { details: error.details ?? {} })
    throw error
  }
}

// An address that is not proved may be a stranger's.
async function mailNotice({ user, language }: EmailChange, settings: PlatformSettings): Promise<void> {
  const { _id: actorId, email: to, emailVerified } = user
  if (!emailVerified) return
  await sendPlatformMailWithinLimits({ kind: 'moving', to, language, actorId, page: { page: 'account' } }, settings)
}

/**
 * Gives an account its new address by the mailed token, which `holder` brings. Throws BAD_REQUEST for an invalid token,
 * CONFLICT for a taken address, and INVALID_CREDENTIALS if the account was changed since `holder` was read.
 */
export async function confirmEmailChange(token: string, holder: AccountHolder): Promise<UserRecord> {
  return moveAccount(holder, async (session) => (await useToken(token, 'change', session)).email)
}

/** The account as it was when its holder was identified. */
export type AccountHolder = Pick<UserRecord, '_id' | 'email' | 'sessionVersion'>

/** Changes an address that is proved, or counts as proved. Ends all sessions, and makes mailed tokens invalid. */
async function moveAccount(
  { _id: userId, email: before, sessionVersion }: AccountHolder,
  newEmail: string | ((session: ClientSession) => Promise<string>),
): Promise<UserRecord> {
  const move = async (session: ClientSession): Promise<UserRecord> => {
    const email = typeof newEmail === 'string' ? newEmail : await newEmail(session)
    if (await User.exists({ _id: { $ne: userId }, email: spelledAs(email) }).session(session)) throw accountExists()
    const moved = await User.findOneAndUpdate(
      { _id: userId, email: before, sessionVersion },
      { $set: { email, emailVerified: true }, $unset: { expiresAt: 1 }, $inc: { sessionVersion: 1 } },
      { returnDocument: 'after', session },
    ).lean()
    if (!moved) throw new AppError('INVALID_CREDENTIALS', 'The account has changed in the meantime. Try again')
    await Session.deleteMany({ userId }, { session })
    await AccountToken.deleteMany({ userId }, { session })
    await acceptInvitations({ userId, email }, session)
    return moved
  }
  try {
    return await inTransaction(move)
  } catch (error) {
    throw isDuplicateKey(error) ? accountExists(error) : error
  }
}
