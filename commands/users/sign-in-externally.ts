import type { ClientSession } from 'mongoose'
import type { Language } from '../../models/domain/choose-language.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { AppError } from '../../models/domain/errors.js'
import { User, type ExternalIdentity, type UserRecord } from '../../models/user.js'
import type { EncryptionKeys } from '../../runtime/encryption-keys.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { acceptInvitations, isInvited } from '../members/accept-invitations.js'
import type { PlatformSettings } from '../platform/platform.js'
import { throughProjectCaches } from '../projects/project-cache.js'
import { claimAccount } from './claim-account.js'
import { createUser } from './create-user.js'
import { mailConnected } from './identities.js'
import { spelledAs } from '../address-spellings.js'

/** What another service says of the person who signs in by it. */
export interface ExternalProfile extends Omit<ExternalIdentity, 'connectedAt'> {
  /** Whether the service itself says that the address is the person's. */
  emailVerified: boolean
}

/** What an installation allows, and in which language the person reads. */
export interface ExternalSignInSettings {
  allowSignups: boolean
  language: Language
  platform: PlatformSettings
}

/**
 * The user of an account elsewhere: the one that it is connected to, or a new one. An address whose account has proved
 * it is not taken over: its owner signs in first. An account that has not is claimed by whom the service has verified
 * the address for: see `claimAccount`. Throws FORBIDDEN for an address that the service has not verified and where
 * sign-ups are off, and CONFLICT for an address with an account.
 */
export async function signInExternally(
  profile: ExternalProfile,
  { allowSignups, language, platform }: ExternalSignInSettings,
): Promise<UserRecord> {
  const { provider, subject, emailVerified } = profile
  const known = await User.findOne({ identities: { $elemMatch: { provider, subject } } }).lean()
  if (known) return known
  if (profile.email === null || !emailVerified) {
    throw new AppError('FORBIDDEN', 'The service has not verified this address', {
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
    throw new AppError('FORBIDDEN', 'Sign-up is switched off here', { details: { reason: 'signups_disabled' } })
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
    // Its owner may have proved the address since it was read.
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
  return new AppError('CONFLICT', 'This address has an account: sign in with its password first', {
    details: { reason: 'account_exists' },
    cause,
  })
}
