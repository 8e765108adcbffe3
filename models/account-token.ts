import { model, Schema } from 'mongoose'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** The action that the token of a mail allows; `change` gives the account the address that received the token. */
export type TokenPurpose = 'verify' | 'reset' | 'change'

/**
 * A token that was emailed to a user. `_id` is the hash of the token, because the database contains no tokens. MongoDB
 * deletes the record when the token expires.
 */
export interface AccountTokenRecord {
  _id: string
  userId: string
  purpose: TokenPurpose
  /** The address that received the token and that the token proves. */
  email: string
  expiresAt: Date
}

const accountTokenSchema = new Schema<AccountTokenRecord>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    purpose: { type: String, required: true },
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'account_tokens', strict: 'throw', versionKey: false },
)
// POST /auth/reset-password: the other tokens of the user.
accountTokenSchema.index({ userId: 1, purpose: 1 })
// MongoDB deletes tokens that have expired.
accountTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(accountTokenSchema, DIRECTORY)

export const AccountToken = model('AccountToken', accountTokenSchema)
