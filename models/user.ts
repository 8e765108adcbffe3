import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/** An account at another service by which a user signs in. */
export interface ExternalIdentity {
  provider: 'github' | 'google'
  /** The id of the account at that service. The id stays when the address of the account changes. */
  subject: string
  /** The address of the account when it was connected; null when the service named none. */
  email: string | null
  connectedAt: Date
}

/** A user of the dashboard. Cookies contain `sessionVersion`; increasing it ends every session. */
export interface UserRecord {
  _id: string
  email: string
  /** Null for a user who signs in only by other services. */
  passwordHash: string | null
  emailVerified: boolean
  sessionVersion: number
  /** The accounts at other services by which the user may sign in. */
  identities?: ExternalIdentity[]
  /**
   * Hashes of the networks from which the user signed up, confirmed the address or signed in, latest first. Strangers
   * cannot use up attempts from these.
   */
  networks?: string[]
  /**
   * The time when MongoDB deletes the account, so that no account keeps another person's address; absent once the
   * address is proved or the user has created a project.
   */
  expiresAt?: Date
  /** Increased by each project that the user creates or joins. */
  projectsMade?: number
  /** Increased by each domain that is added to a project of the user. */
  admissions?: number
  createdAt: Date
  updatedAt: Date
}

const userSchema = new Schema<UserRecord>(
  {
    _id: { type: String, default: newId },
    email: { type: String, required: true },
    passwordHash: { type: String, default: null },
    emailVerified: { type: Boolean, required: true, default: false },
    sessionVersion: { type: Number, required: true, default: 1 },
    identities: {
      type: [{ _id: false, provider: String, subject: String, email: String, connectedAt: Date }],
      default: undefined,
    },
    networks: { type: [String], default: undefined },
    expiresAt: Date,
    projectsMade: Number,
    admissions: Number,
  },
  { collection: 'users', timestamps: true, strict: 'throw', minimize: false },
)
// POST /auth/login: the account of an address.
userSchema.index({ email: 1 }, { unique: true })

// GET /oauth/{provider}/callback: the account of an identity.
userSchema.index(
  { 'identities.provider': 1, 'identities.subject': 1 },
  { unique: true, partialFilterExpression: { 'identities.subject': { $gt: '' } } },
)

// MongoDB deletes accounts whose address was not confirmed in time.
userSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(userSchema, DIRECTORY)

export const User = model('User', userSchema)
