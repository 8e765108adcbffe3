import { model, Schema } from 'mongoose'
import { newId } from '../runtime/ids.js'
import { outboxMarkIndex, outboxMarkSchema, type OutboxMark } from './outbox-entry.js'

/** When a contact did something of one name first and last, and how often. */
export interface ActivitySummary {
  first: Date
  last: Date
  count: number
}

/** What the project's counters hold of a contact; `keys` are the escaped names of its custom fields. */
export interface CountedContact {
  subscribed: boolean
  keys: string[]
}

/**
 * A recipient. `data` holds the custom fields with escaped keys (see domain/fields), `activity` a summary of
 * its events by escaped name, kept in the transaction that stores the event. `segments` are the static and
 * tracked segments it is a member of now. `changes` counts what can matter to counters and segments.
 */
export interface ContactRecord {
  _id: string
  projectId: string
  email: string
  subscribed: boolean
  snoozedUntil: Date | null
  data: Record<string, unknown>
  activity?: Record<string, ActivitySummary>
  segments: string[]
  changes: number
  /** Null until it is counted for the first time. */
  counted: CountedContact | null
  createdAt: Date
  updatedAt: Date
  dispatch?: OutboxMark
}

const contactSchema = new Schema<ContactRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    subscribed: { type: Boolean, required: true },
    snoozedUntil: { type: Date, default: null },
    data: { type: Schema.Types.Mixed, default: {} },
    activity: Schema.Types.Mixed,
    segments: { type: [String], default: [] },
    changes: { type: Number, default: 0 },
    counted: { type: Schema.Types.Mixed, default: null },
    dispatch: outboxMarkSchema,
  },
  { collection: 'contacts', timestamps: true, strict: 'throw', minimize: false },
)
// Upserts by address; GET /contacts?sort=email.
contactSchema.index({ projectId: 1, email: 1 }, { unique: true })
// GET /contacts, newest first, of all or by subscription.
contactSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
contactSchema.index({ projectId: 1, subscribed: 1, createdAt: -1, _id: -1 })
// A campaign's audience and a segment's computation, streamed in a stable order.
contactSchema.index({ projectId: 1, _id: 1 })
// The members of a segment, newest first.
contactSchema.index(
  { projectId: 1, segments: 1, _id: -1 },
  { name: 'segment_members', partialFilterExpression: { segments: { $gt: '' } } },
)
// What the counters of a project do not hold yet; empty at rest.
contactSchema.index(
  { projectId: 1 },
  { name: 'changed_contacts', partialFilterExpression: { 'dispatch.state': 'pending' } },
)
// Whose pauses have a timer that must be there.
contactSchema.index(
  { projectId: 1, snoozedUntil: 1 },
  { partialFilterExpression: { snoozedUntil: { $gt: new Date(0) } } },
)
contactSchema.index(...outboxMarkIndex)

export const Contact = model('Contact', contactSchema)
