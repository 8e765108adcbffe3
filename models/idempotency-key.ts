import { Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * The kind of credential that a key of idempotency belongs to. Anybody can see a public key, so it has a name space of
 * its own: it can neither use up nor find out the keys of secret ones.
 */
export type CredentialKind = 'public' | 'secret'

/**
 * An idempotency key of a client. `workId` identifies the attempt that holds the claim. The transaction that stores the
 * work checks `workId`, so that an attempt that lost its lease stores nothing.
 */
export interface IdempotencyKeyRecord {
  _id: string
  projectId: string
  credential: CredentialKind
  key: string
  endpoint: string
  workId: string
  state: 'in_flight' | 'finished'
  statusCode: number | null
  requestedAt: Date
  leaseUntil: Date
  expiresAt: Date
}

const idempotencyKeySchema = new Schema<IdempotencyKeyRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    credential: { type: String, required: true },
    key: { type: String, required: true },
    endpoint: { type: String, required: true },
    workId: { type: String, required: true },
    state: { type: String, required: true },
    statusCode: { type: Number, default: null },
    requestedAt: { type: Date, required: true },
    leaseUntil: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'idempotency_keys', strict: 'throw' },
)
// POST /v1/send, POST /v1/track and POST /emails/{id}/send-again: the claim of a key.
idempotencyKeySchema.index({ projectId: 1, credential: 1, key: 1 }, { unique: true })
// MongoDB deletes keys that have expired.
idempotencyKeySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(idempotencyKeySchema, 'credential', 'key')

export const IdempotencyKey = ownedModel<IdempotencyKeyRecord>('IdempotencyKey', idempotencyKeySchema)

/** A request's claim on its idempotency key. `isStored` becomes true when the request's work is stored. */
export interface IdempotencyClaim {
  id: string
  projectId: string
  workId: string
  isStored: boolean
}
