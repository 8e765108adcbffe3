import { model, Schema } from 'mongoose'

/**
 * The number of a project's contacts; `_id` is the project's id. Contacts that are not counted yet have an outbox
 * entry.
 */
export interface ContactCountRecord {
  _id: string
  contacts: number
  subscribed: number
}

const contactCountSchema = new Schema<ContactCountRecord>(
  {
    _id: { type: String, required: true },
    contacts: { type: Number, required: true, default: 0 },
    subscribed: { type: Number, required: true, default: 0 },
  },
  { collection: 'contact_counts', strict: 'throw', minimize: false },
)

export const ContactCount = model('ContactCount', contactCountSchema)
