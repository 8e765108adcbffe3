import type { ClientSession } from 'mongoose'
import { AppError } from '../../../models/domain/errors.js'
import { User, type UserRecord } from '../../../models/user.js'
import type { EncryptionKeys } from '../../../runtime/encryption-keys.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { claimAccount } from '../users/claim-account.js'
import { networkKey } from '../users/known-networks.js'
import { forgiveAccount } from '../users/limit-logins.js'
import { hashPassword } from '../users/passwords.js'
import { hasProvedAccount } from '../users/proved-account.js'
import { findInvitation, takeInvitation } from './accept-invitation.js'
import { joinProject } from '../../tenancy/projects/join-project.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

/** A sign-up from the link of an invitation. */
export interface InvitedSignUp {
  token: string
  /** Trimmed and in lower case. */
  email: string
  password: string
  /** Seal the new keys of the projects of an account that is taken over. */
  encryptionKeys: EncryptionKeys
  clientNetwork: string
}

/**
 * Creates the account of an invited address, and makes it a member of the project. The token was mailed to that address
 * and proves it. If an account with that address exists and the address was never proved, a stranger may have made
 * it: the account is taken over with new credentials, and its failed logins are forgotten. Returns null if the
 * invitation is for another address, which the token does not prove. Throws BAD_REQUEST for a token that is not valid,
 * and CONFLICT for an address whose account is proved.
 */
export async function signUpInvited({
  token,
  email,
  password,
  encryptionKeys,
  clientNetwork,
}: InvitedSignUp): Promise<UserRecord | null> {
  const invitation = await findInvitation(token)
  if (invitation.email !== email) return null
  if (await hasProvedAccount(email)) throw accountExists()
  const passwordHash = await hashPassword(password)
  const signUp = async (session: ClientSession): Promise<UserRecord> => {
    const { projectId, role } = await takeInvitation(token, session)
    const user = await createProved({ email, passwordHash, encryptionKeys, clientNetwork }, session)
    await joinProject({ projectId, userId: user._id, role }, session)
    return user
  }
  const user = await throughProjectCaches(() => inTransaction(signUp))
  await forgiveAccount(email, clientNetwork)
  return user
}

async function createProved(
  {
    email,
    passwordHash,
    encryptionKeys,
    clientNetwork,
  }: Omit<InvitedSignUp, 'token' | 'password'> & {
    passwordHash: string
  },
  session: ClientSession,
): Promise<UserRecord> {
  const existing = await User.findOne({ email: spelledAs(email) }, { emailVerified: 1 }, { session }).lean()
  if (existing?.emailVerified) throw accountExists()
  const claimed =
    existing &&
    (await claimAccount({ userId: existing._id, email, passwordHash, encryptionKeys, clientNetwork }, session))
  if (claimed) return claimed
  const user = new User({ email, passwordHash, emailVerified: true, networks: [networkKey(clientNetwork)] })
  await user.save({ session })
  return user.toObject()
}

function accountExists(): AppError {
  return new AppError('CONFLICT', 'An account with this email address already exists', {
    suggestion: 'Sign in and accept the invitation: POST /auth/accept-invitation',
  })
}
