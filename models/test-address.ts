import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { DIRECTORY, leaveUnsharded } from './shard-key.js'

/**
 * An address that gets test emails of a project although it is no member's. It is pending until its owner confirms it
 * by the link of a mail; MongoDB deletes a pending one that has expired.
 */
export interface TestAddressRecord {
  _id: string
  projectId: string
  /** Trimmed and in lower case. */
  email: string
  /** The hash of the mailed token, which confirms the address; null once it is confirmed. */
  tokenHash: string | null
  /** The member who last added the address. */
  addedBy: string
  createdAt: Date
  /** The time when a mail was last requested. */
  requestedAt: Date
  /** Null while it is pending. */
  confirmedAt: Date | null
  /** Whether its owner has confirmed it by the mail; false where the installation sends no mail to users. */
  isProved: boolean
  /** Absent once it is confirmed. */
  expiresAt?: Date
}

const testAddressSchema = new Schema<TestAddressRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    tokenHash: { type: String, default: null },
    addedBy: { type: String, required: true },
    createdAt: { type: Date, required: true },
    requestedAt: { type: Date, required: true },
    confirmedAt: { type: Date, default: null },
    isProved: { type: Boolean, required: true, default: false },
    expiresAt: Date,
  },
  { collection: 'test_addresses', strict: 'throw' },
)
// POST /projects/{id}/test-addresses: an address is added once to a project. GET /projects/{id}/test-addresses.
testAddressSchema.index({ projectId: 1, email: 1 }, { unique: true })
// POST /confirm-test-address: the address of a token.
testAddressSchema.index({ tokenHash: 1 }, { unique: true, partialFilterExpression: { tokenHash: { $gt: '' } } })
// MongoDB deletes pending addresses that have expired.
testAddressSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
leaveUnsharded(testAddressSchema, DIRECTORY)

export const TestAddress = ownedModel<TestAddressRecord>('TestAddress', testAddressSchema)
