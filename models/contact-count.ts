import { Schema } from 'mongoose'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** How many contacts a project has, or how many more it has after a change. */
export interface ContactTotals {
  contacts: number
  subscribed: number
}

/**
 * The numbers of a project's contacts. `_id` is the project's id. The outbox entries of contacts contain the changes
 * that are not added yet (`contactCounts`).
 */
export interface ContactCountRecord extends ContactTotals {
  _id: string
  projectId: string
}

const contactCountSchema = new Schema<ContactCountRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    contacts: { type: Number, required: true, default: 0 },
    subscribed: { type: Number, required: true, default: 0 },
  },
  { collection: 'contact_counts', strict: 'throw', minimize: false },
)
shardByProject(contactCountSchema)

export const ContactCount = ownedModel<ContactCountRecord>('ContactCount', contactCountSchema)
