import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { AccountToken, type AccountTokenRecord, type TokenPurpose } from '../../models/account-token.js'
import { AppError } from '../../models/domain/errors.js'
import { hashKey } from '../../runtime/sealed.js'

const LIFETIME_MS = 3_600_000
const BYTES = 32

/** Stores a token for a user, which is valid for an hour; returns it for a mail to that address. */
export async function issueToken(userId: string, email: string, purpose: TokenPurpose): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  await AccountToken.create({ _id: hashKey(token), userId, purpose, email, expiresAt })
  return token
}

/**
 * Uses up a token, in the transaction of what it allows. Throws BAD_REQUEST for one that is unknown, used or expired. The
 * other tokens of the user for the same purpose are void too.
 */
export async function useToken(
  token: string,
  purpose: TokenPurpose,
  session: ClientSession,
): Promise<Pick<AccountTokenRecord, 'userId' | 'email'>> {
  const which = { _id: hashKey(token), purpose, expiresAt: { $gt: new Date() } }
  const used = await AccountToken.findOneAndDelete(which, { session }).lean()
  if (!used) {
    throw new AppError('BAD_REQUEST', 'This token is not valid, or not any more', {
      details: { field: 'token' },
      suggestion: 'Ask for another mail',
    })
  }
  const { userId, email } = used
  await AccountToken.deleteMany({ userId, purpose }, { session })
  return { userId, email }
}
