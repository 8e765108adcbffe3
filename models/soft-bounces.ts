import { model, Schema } from 'mongoose'
import type { SoftBounce } from './domain/bounces/soft-bounce-run.js'
import { newId } from '../runtime/ids.js'

/**
 * The transient bounces in a row of an address in a project, the latest last: it is paused when there are enough of
 * them. There is none while an address is suppressed.
 */
export interface SoftBouncesRecord {
  _id: string
  projectId: string
  email: string
  /** The contact that had the address, with which this is erased; empty for a test to an address without a contact. */
  contactId: string
  bounces: SoftBounce[]
  /** When they are forgotten, because nothing has been heard of the address for so long. */
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
// A transient bounce: those before it.
softBouncesSchema.index({ projectId: 1, email: 1 }, { unique: true })
// DELETE /contacts/{id}: those of a contact.
softBouncesSchema.index({ projectId: 1, contactId: 1 })
softBouncesSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

export const SoftBounces = model('SoftBounces', softBouncesSchema)
