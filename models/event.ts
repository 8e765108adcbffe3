import { model, Schema } from 'mongoose'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/**
 * Something that happened, to a contact or not. `createdAt` is the database's own clock, because the order of
 * an event and a waiting step must not hang on the clocks of two machines. `depth` counts the executions that
 * led to it.
 */
export interface EventRecord {
  _id: string
  projectId: string
  contactId: string | null
  emailId: string | null
  name: string
  data: Record<string, unknown>
  depth: number
  createdAt: Date
  dispatch?: OutboxMark
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
    createdAt: Date,
    dispatch: outboxMarkSchema,
  },
  { collection: 'events', strict: 'throw', minimize: false },
)
// A wait looking back for its event; GET /events of a contact and a name; what is left of a name that is deleted.
eventSchema.index({ projectId: 1, contactId: 1, name: 1, createdAt: 1, _id: 1 })
// GET /events, newest first; with the name, GET /events/stats needs no document.
eventSchema.index({ projectId: 1, createdAt: -1, _id: -1, name: 1 })
// GET /events/contact/{contactId}, newest first.
eventSchema.index({ projectId: 1, contactId: 1, createdAt: -1, _id: -1 })
// GET /events of a name; GET /events/names.
eventSchema.index({ projectId: 1, name: 1, createdAt: -1, _id: -1 })
// GET /emails/{id}: what happened to a message, in its order.
eventSchema.index({ emailId: 1, createdAt: 1, _id: 1 }, { partialFilterExpression: { emailId: { $gt: '' } } })
eventSchema.index(...outboxMarkIndex)

export const Event = model('Event', eventSchema)
