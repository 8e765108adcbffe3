import { model, Schema } from 'mongoose'
import type { SoftBounce } from './domain/bounces/soft-bounce-run.js'
import { newId } from '../runtime/ids.js'

/**
 * The transient bounces in a row of an address in a project, the latest last: enough of them pause the address. A
 * suppressed address has none.
 */
export interface SoftBouncesRecord {
  _id: string
  projectId: string
  email: string
  /**
   * The contact that had the address, with whose data this is erased; empty for a test to an address without a contact.
   */
  contactId: string
  bounces: SoftBounce[]
  /** When MongoDB deletes the row, because there was no fact about the address for that long. */
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
// A transient bounce: the earlier ones in the row.
softBouncesSchema.index({ projectId: 1, email: 1 }, { unique: true })
// DELETE /contacts/{id}: the rows of a contact.
softBouncesSchema.index({ projectId: 1, contactId: 1 })
softBouncesSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SoftBounces = model('SoftBounces', softBouncesSchema)
