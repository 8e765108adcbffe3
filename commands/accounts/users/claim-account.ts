import type { ClientSession } from 'mongoose'
import { AccountToken } from '../../../models/account-token.js'
import { ApiKey } from '../../../models/api-key.js'
import { AppError } from '../../../models/domain/errors.js'
import { Member } from '../../../models/member.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { Project } from '../../../models/project.js'
import { Session } from '../../../models/session.js'
import { User, type ExternalIdentity, type UserRecord } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { seal } from '../../../runtime/sealed.js'
import { makeKeys, makeWebhookSecret, storedKeys } from '../../tenancy/projects/project-keys.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { networkKey } from './known-networks.js'

/** The new credentials that the owner of an address gives to the account under it. */
export interface AccountClaim {
  userId: string
  /** The proved address. */
  email: string
  /** The hash of the new password; null for an account that signs in by `identity` alone. */
  passwordHash: string | null
  /** The account elsewhere that has proved the address. */
  identity?: ExternalIdentity
  /** Seal the new keys of the account's projects. */
  encryptionKeys: EncryptionKeys
  /** The network of the owner, which the account knows from then on; omitted if the owner is not there. */
  clientNetwork?: string
}

/**
 * Gives an account to the owner of its address, in the transaction of `session`. A stranger may have prepared the
 * account, so every credential from before the proof ends: the password, connected identities, known networks, sessions
 * and mailed tokens. If the address was not proved before, the keys and webhook secrets of the account's projects are
 * replaced too, and their named keys are deleted. Every password reset, and every proof of an address by a person who
 * does not hold the account, must use this function. Returns null if the account is deleted.
 */
export async function claimAccount(claim: AccountClaim, session: ClientSession): Promise<UserRecord | null> {
  const { userId, email, passwordHash, identity, clientNetwork } = claim
  const known = clientNetwork === undefined ? null : { networks: [networkKey(clientNetwork)] }
  const isUnproved = await User.exists({ _id: userId, email: spelledAs(email), emailVerified: false }).session(session)
  if (isUnproved) await replaceProjectSecrets(claim, session)
  await Session.deleteMany({ userId }, { session })
  await AccountToken.deleteMany({ userId }, { session })
  return User.findOneAndUpdate(
    { _id: userId, email: spelledAs(email) },
    {
      $set: { passwordHash, ...known, emailVerified: true, ...(identity ? { identities: [identity] } : {}) },
      $unset: { expiresAt: 1, ...(known ? {} : { networks: 1 }), ...(identity ? {} : { identities: 1 }) },
      $inc: { sessionVersion: 1 },
    },
    { returnDocument: 'after', session },
  ).lean()
}

async function replaceProjectSecrets(
  { userId, encryptionKeys }: Pick<AccountClaim, 'userId' | 'encryptionKeys'>,
  session: ClientSession,
): Promise<void> {
  const isOwner = acrossProjects({ userId, role: 'OWNER' }, 'the projects that a user owns')
  const owned = await Member.find(isOwner, { projectId: 1 }, { session }).lean()
  for (const { projectId: _id } of owned) {
    const webhookSecretSealed = seal(makeWebhookSecret(), encryptionKeys)
    const secrets = { ...storedKeys(makeKeys(), encryptionKeys), webhookSecretSealed }
    await Project.updateOne({ _id }, { $set: secrets }, { session })
    await ApiKey.deleteMany({ projectId: _id }, { session })
  }
}

/**
 * Marks the address of an account as proved for the person who holds the account by a session or its password, in the
 * transaction of `session`. The credentials belong to that person, so they stay. Throws INVALID_CREDENTIALS if the
 * account was claimed since `holder` was read.
 */
export async function confirmAddress(
  holder: Pick<UserRecord, '_id' | 'email' | 'sessionVersion'>,
  session: ClientSession,
): Promise<void> {
  const { _id, email, sessionVersion } = holder
  const confirmed = await User.updateOne(
    { _id, email, sessionVersion },
    { $set: { emailVerified: true }, $unset: { expiresAt: 1 } },
    { session },
  )
  if (confirmed.matchedCount === 0)
    throw new AppError('INVALID_CREDENTIALS', 'The password has changed in the meantime. Try again')
}
