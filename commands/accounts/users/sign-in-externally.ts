import type { ClientSession } from 'mongoose'
import type { Language } from '../../../models/domain/choose-language.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { AppError } from '../../../models/domain/errors.js'
import { User, type ExternalIdentity, type UserRecord } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { acceptInvitations, isInvited } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../../sending/platform-mail/platform.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { claimAccount } from './claim-account.js'
import { createUser } from './create-user.js'
import { mailConnected } from './identities.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

/** The profile of a person at the service that the person signs in by. */
export interface ExternalProfile extends Omit<ExternalIdentity, 'connectedAt'> {
  /** Whether the service says that it has verified the address. */
  emailVerified: boolean
}

/** Settings of the installation, and the language of the person. */
export interface ExternalSignInSettings {
  allowSignups: boolean
  language: Language
  platform: PlatformSettings
}

/**
 * Signs in by an account elsewhere: finds the user that the account is connected to, or creates a user. An existing
 * account with the same address is claimed if its address was never proved, because the service has verified the
 * address for this person; see `claimAccount`. An account with a proved address is not taken over: its owner must sign
 * in first. Throws FORBIDDEN if the service has not verified the address or sign-ups are off, and CONFLICT for an
 * address whose account is proved.
 */
export async function signInExternally(
  profile: ExternalProfile,
  { allowSignups, language, platform }: ExternalSignInSettings,
): Promise<UserRecord> {
  const { provider, subject, emailVerified } = profile
  const connected = await User.findOne({ identities: { $elemMatch: { provider, subject } } }).lean()
  if (connected) return connected
  if (profile.email === null || !emailVerified) {
    throw new AppError('FORBIDDEN', "The external account's email address is not verified", {
      details: { reason: 'email_not_verified' },
    })
  }
  const email = normaliseAddress(profile.email)
  const identity = { provider, subject, email, connectedAt: new Date() }
  const existing = await User.findOne({ email: spelledAs(email) }, { emailVerified: 1 }).lean()
  if (existing) {
    if (existing.emailVerified) throw accountExists()
    const user = await claim(existing._id, identity, platform.encryptionKeys)
    await mailConnected(user, provider, language, platform)
    return user
  }
  if (!allowSignups && !(await isInvited(email))) {
    throw new AppError('FORBIDDEN', 'Sign-up is disabled on this installation', {
      details: { reason: 'signups_disabled' },
    })
  }
  return createUser({ email, password: null, isVerified: true, identity })
}

async function claim(
  userId: string,
  identity: ExternalIdentity & { email: string },
  encryptionKeys: EncryptionKeys,
): Promise<UserRecord> {
  const { email } = identity
  const claimUnproved = async (session: ClientSession): Promise<UserRecord> => {
    // The owner may have proved the address since the account was read.
    const isUnproved = await User.exists({ _id: userId, email: spelledAs(email), emailVerified: false }).session(
      session,
    )
    const claimed = { userId, email, passwordHash: null, identity, encryptionKeys }
    const user = isUnproved && (await claimAccount(claimed, session))
    if (!user) throw accountExists()
    await acceptInvitations({ userId, email }, session)
    return user
  }
  try {
    return await throughProjectCaches(() => inTransaction(claimUnproved))
  } catch (error) {
    // Another request of the same person was faster.
    throw isDuplicateKey(error) ? accountExists(error) : error
  }
}

function accountExists(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'This email address already has an account. Sign in with its password first', {
    details: { reason: 'account_exists' },
    cause,
  })
}
