import { normaliseAddress } from '../../../models/domain/addresses.js'
import { AppError } from '../../../models/domain/errors.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { acceptInvitations } from '../members/accept-invitations.js'
import { networkKey } from './known-networks.js'
import { hashPassword } from './passwords.js'
import { User, type ExternalIdentity, type UserRecord } from '../../../models/user.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

const DAY_MS = 86_400_000
// Long enough to find the mail, too short to keep an address from its owner.
const UNVERIFIED_DAYS = 7

/** An account to create. */
export interface NewUser {
  email: string
  /** Null if another service signs the user in. */
  password: string | null
  /** Whether the user has proved the address. */
  isVerified: boolean
  /** The network of the client who signs up, which the account knows from then on. */
  clientNetwork?: string
  identity?: ExternalIdentity
}

/**
 * Creates an account with an argon2id-hashed password. An account with a verified address joins the projects that the
 * address is invited to. An account whose address is not verified within seven days is deleted, unless it has made a
 * project. Throws CONFLICT if the address has an account.
 */
export async function createUser(input: NewUser): Promise<UserRecord> {
  const { password, isVerified, clientNetwork } = input
  const email = normaliseAddress(input.email)
  // This query comes before the hash, because the hash costs more.
  if (await User.exists({ email: spelledAs(email) })) throw accountExists()
  const passwordHash = password === null ? null : await hashPassword(password)
  try {
    return await inTransaction(async (session) => {
      const identities = input.identity && [input.identity]
      const expiry = isVerified ? {} : { expiresAt: new Date(Date.now() + UNVERIFIED_DAYS * DAY_MS) }
      const networks = clientNetwork === undefined ? {} : { networks: [networkKey(clientNetwork)] }
      const user = new User({ email, passwordHash, emailVerified: isVerified, identities, ...expiry, ...networks })
      await user.save({ session })
      if (isVerified) await acceptInvitations({ userId: user._id, email }, session)
      return user.toObject()
    })
  } catch (error) {
    throw isDuplicateKey(error) ? accountExists(error) : error
  }
}

/** The refusal of an address that has an account. */
export function accountExists(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'An account with this email address already exists', {
    details: { reason: 'account_exists' },
    cause,
  })
}
