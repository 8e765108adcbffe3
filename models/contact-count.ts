import { model, Schema } from 'mongoose'

/**
 * The number of a project's contacts. `_id` is the project's id. An outbox entry names the contacts that are not
 * counted yet.
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
