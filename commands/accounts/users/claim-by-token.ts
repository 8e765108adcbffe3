import type { ClientSession } from 'mongoose'
import type { TokenPurpose } from '../../../models/account-token.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { findToken, invalidToken, useToken } from './account-tokens.js'
import { claimAccount, type AccountClaim } from './claim-account.js'
import { forgiveAccount } from './limit-logins.js'
import { hashPassword } from './passwords.js'

/**
 * Claims the account of a mailed token with a new password; see `claimAccount`. Failed logins from unknown networks and
 * from the network of the client are forgotten. Throws BAD_REQUEST for an invalid token, before it hashes the password.
 */
export async function claimByToken(
  { token, purpose }: { token: string; purpose: TokenPurpose },
  newPassword: string,
  { encryptionKeys, clientNetwork }: Pick<AccountClaim, 'encryptionKeys'> & { clientNetwork: string },
): Promise<void> {
  await findToken(token, purpose)
  const passwordHash = await hashPassword(newPassword)
  const claim = async (session: ClientSession): Promise<string> => {
    const { userId, email } = await useToken(token, purpose, session)
    if (!(await claimAccount({ userId, email, passwordHash, encryptionKeys, clientNetwork }, session)))
      throw invalidToken()
    await acceptInvitations({ userId, email }, session)
    return email
  }
  const email = await throughProjectCaches(() => inTransaction(claim))
  await forgiveAccount(email, clientNetwork)
}
