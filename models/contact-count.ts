import { model, Schema } from 'mongoose'

/** How many contacts a project has, by its id; what is not counted yet carries a mark (see ContactRecord). */
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
