import { Schema } from 'mongoose'
import type { EmailCounter } from './daily-count.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * An event of a contact or of the project. `createdAt` is by the database's clock, because the order of an event and a
 * waiting step must not depend on the clocks of two machines. `depth` counts the executions that led to the event.
 */
export interface EventRecord {
  _id: string
  projectId: string
  contactId: string | null
  emailId: string | null
  name: string
  data: Record<string, unknown>
  depth: number
  /** Whether the event is only recorded: it starts no execution and ends no wait. */
  isSilent?: true
  /** The counters of the day that the event advanced. */
  counted?: EmailCounter[]
  /** The latest keys of the hits that a provider reported for an open or click. With them, no hit counts twice. */
  hitKeys?: string[]
  createdAt: Date
}

const eventSchema = new Schema<EventRecord>(
  {
    _id: { type: String, required: true },
    projectId: { type: String, required: true },
    contactId: { type: String, default: null },
    emailId: { type: String, default: null },
    name: { type: String, required: true },
    data: { type: Schema.Types.Mixed, default: {} },
    depth: { type: Number, required: true, default: 0 },
    isSilent: Boolean,
    counted: { type: [String], default: undefined },
    hitKeys: { type: [String], default: undefined },
    createdAt: Date,
  },
  { collection: 'events', strict: 'throw', minimize: false },
)
// GET /events, newest first; GET /events/stats and GET /events/names read the name from the index alone; retention.
eventSchema.index({ projectId: 1, createdAt: -1, _id: -1, name: 1 })
// GET /events/contact/{contactId}, newest first, and GET /events by contact, of all names or of one; the look-back of a
// WAIT_FOR_EVENT step; DELETE /events/{eventName}: the later events of a contact.
eventSchema.index({ projectId: 1, contactId: 1, createdAt: -1, _id: -1, name: 1 })
// GET /events by name; DELETE /events/{eventName}; GET /events/{eventName}/usage.
eventSchema.index({ projectId: 1, name: 1, createdAt: -1, _id: -1 })
// GET /emails/{id}: the events of an email in order.
eventSchema.index({ emailId: 1, createdAt: 1, _id: 1 }, { partialFilterExpression: { emailId: { $gt: '' } } })
shardByProject(eventSchema, '_id')

export const Event = ownedModel<EventRecord>('Event', eventSchema)
