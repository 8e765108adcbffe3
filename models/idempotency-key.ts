import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'

/**
 * A client's promise that two requests are one. `workId` names the attempt that holds the claim; the work is
 * stored in the same transaction that finds `workId` unchanged, so that an attempt that lost its lease can
 * store nothing any more.
 */
export interface IdempotencyKeyRecord {
  _id: string
  projectId: string
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
// The claim of POST /v1/send and POST /v1/track.
idempotencyKeySchema.index({ projectId: 1, key: 1 }, { unique: true })
idempotencyKeySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const IdempotencyKey = model('IdempotencyKey', idempotencyKeySchema)

/** A claim as the request that holds it carries it; `isStored` once the work is stored with it. */
export interface IdempotencyClaim {
  id: string
  projectId: string
  workId: string
  isStored: boolean
}
