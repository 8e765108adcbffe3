import { randomBytes } from 'node:crypto'
import type { ClientSession } from 'mongoose'
import { AccountToken, type AccountTokenRecord, type TokenPurpose } from '../../../models/account-token.js'
import { AppError } from '../../../models/domain/errors.js'
import { hashKey } from '../../../runtime/sealed.js'

const LIFETIME_MS = 3_600_000
const BYTES = 32
const LENGTH = 43

/** The account that a token was mailed to. */
export type TokenOwner = Pick<AccountTokenRecord, 'userId' | 'email' | 'purpose'>

/** Stores a token for a user, which is valid for an hour; returns it for a mail to that address. */
export async function issueToken(userId: string, email: string, purpose: TokenPurpose): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME_MS)
  await AccountToken.create({ _id: hashKey(token), userId, purpose, email, expiresAt })
  return token
}

/**
 * The owner of a token, which stays valid. Callers check the token before they hash a password, so that a stranger
 * without a token cannot make the process hash. Throws BAD_REQUEST for a token that is unknown, used or expired.
 */
export async function findToken(token: string, ...purposes: TokenPurpose[]): Promise<TokenOwner> {
  const found = token.length === LENGTH ? await AccountToken.findOne(validToken(token, purposes)).lean() : null
  if (!found) throw invalidToken()
  return found
}

/**
 * Uses up a token, in the transaction of the change that it allows. The other tokens of the user for the same purpose
 * become invalid too. Throws BAD_REQUEST for a token that is unknown, used or expired.
 */
export async function useToken(token: string, purpose: TokenPurpose, session: ClientSession): Promise<TokenOwner> {
  const used = await AccountToken.findOneAndDelete(validToken(token, [purpose]), { session }).lean()
  if (!used) throw invalidToken()
  const { userId, email } = used
  await AccountToken.deleteMany({ userId, purpose }, { session })
  return { userId, email, purpose }
}

/** The refusal of a token that is unknown, used or expired, or whose account is gone. */
export function invalidToken(): AppError {
  return new AppError('BAD_REQUEST', 'This token is invalid or has expired', {
    details: { field: 'token' },
    suggestion: 'Request a new email',
  })
}

function validToken(token: string, purposes: TokenPurpose[]) {
  return { _id: hashKey(token), purpose: { $in: purposes }, expiresAt: { $gt: new Date() } }
}
