import { Schema } from 'mongoose'
import type { SoftBounce } from './domain/bounces/soft-bounce-run.js'
import { newId } from '../runtime/ids.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * The soft bounces in a row of an address in a project, the latest last. `SOFT_BOUNCES_TO_PAUSE` of them pause the
 * address. A suppressed address has no such record.
 */
export interface SoftBouncesRecord {
  _id: string
  projectId: string
  email: string
  /**
   * The contact that had the address. The record is erased with the contact's data. Empty for a test to an address
   * without a contact.
   */
  contactId: string
  bounces: SoftBounce[]
  /** The time when MongoDB deletes the record, if no further fact about the address arrives. */
  expiresAt: Date
}

const softBouncesSchema = new Schema<SoftBouncesRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    contactId: { type: String, default: '' },
    bounces: { type: Schema.Types.Mixed, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'softBounces', strict: 'throw' },
)
// A soft bounce: the earlier bounces in the row.
softBouncesSchema.index({ projectId: 1, email: 1 }, { unique: true })
// DELETE /contacts/{id}: the rows of a contact.
softBouncesSchema.index({ projectId: 1, contactId: 1 })
// MongoDB deletes rows whose bounces have stopped.
softBouncesSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })
shardByProject(softBouncesSchema, 'email')

export const SoftBounces = ownedModel<SoftBouncesRecord>('SoftBounces', softBouncesSchema)
