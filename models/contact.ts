import { model, Schema } from 'mongoose'
import { newId } from './ids.js'

/** A recipient. `data` holds the custom fields with escaped keys (see domain/fields). */
export interface ContactRecord {
  _id: string
  projectId: string
  email: string
  subscribed: boolean
  snoozedUntil: Date | null
  data: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
}

const contactSchema = new Schema<ContactRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    subscribed: { type: Boolean, required: true },
    snoozedUntil: { type: Date, default: null },
    data: { type: Schema.Types.Mixed, default: {} },
  },
  { collection: 'contacts', timestamps: true, strict: 'throw', minimize: false },
)
// Upserts by address; GET /contacts?sort=email.
contactSchema.index({ projectId: 1, email: 1 }, { unique: true })
// GET /contacts, newest first.
contactSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// A campaign's audience, streamed in a stable order.
contactSchema.index({ projectId: 1, _id: 1 })

export const Contact = model('Contact', contactSchema)
