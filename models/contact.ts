import { Schema } from 'mongoose'
import { domainOf } from './domain/addresses.js'
import { searchedBy } from './domain/search-words.js'
import { newId } from '../runtime/ids.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The first and the last event of one name for a contact, and their number. */
export interface ActivitySummary {
  first: Date
  last: Date
  count: number
}

/** The contact's own choice to be unsubscribed: by a page, a link, a pause or a complaint, but not by the API. */
export interface OptOut {
  /** The `source` of its event `contact.unsubscribed`. */
  source: string
  at: Date
}

/**
 * A recipient. `data` holds the custom fields with escaped keys, see `escapeKey`. `activity` summarises the contact's
 * events by escaped name. An event enters `activity` in the transaction that stores it, or later by `addDueActivity`,
 * before the event is dispatched or a condition is evaluated. `segments` are the static and tracked segments that the
 * contact is a member of.
 */
export interface ContactRecord {
  _id: string
  projectId: string
  email: string
  /** The domain of the address, by which it is searched. */
  domain: string
  subscribed: boolean
  snoozedUntil: Date | null
  /** Missing: the contact itself has not opted out. */
  optOut?: OptOut
  /**
   * Whether a permanent bounce has ended the subscription, and nobody has decided about it since. Lifting the
   * suppression then subscribes the contact again. Missing: no.
   */
  isUnsubscribedByBounce?: boolean
  data: Record<string, unknown>
  /** The words of the name and the address by which the contact is searched (`searchedBy`). Missing: there are none. */
  searchWords?: string[]
  activity?: Record<string, ActivitySummary>
  segments: string[]
  /** The id of the last import whose file named the contact. Missing: none did. */
  importId?: string
  /** The contact's receipts of the last campaigns, see `storedReceipt`. */
  campaigns?: Record<string, number>
  createdAt: Date
  updatedAt: Date
}

const contactSchema = new Schema<ContactRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    email: { type: String, required: true },
    domain: {
      type: String,
      default(this: Pick<ContactRecord, 'email'>) {
        return domainOf(this.email)
      },
    },
    subscribed: { type: Boolean, required: true },
    snoozedUntil: { type: Date, default: null },
    optOut: Schema.Types.Mixed,
    isUnsubscribedByBounce: Boolean,
    data: { type: Schema.Types.Mixed, default: {} },
    searchWords: {
      type: [String],
      default(this: Pick<ContactRecord, 'email' | 'data'>) {
        return searchedBy(this).searchWords
      },
    },
    activity: Schema.Types.Mixed,
    campaigns: Schema.Types.Mixed,
    segments: { type: [String], default: [] },
    importId: String,
  },
  { collection: 'contacts', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
// POST /v1/send and POST /v1/track: upserts by address. GET /contacts?sort=email.
contactSchema.index({ projectId: 1, email: 1 }, { unique: true })
// POST /contacts/search: the addresses whose domain begins with a text.
contactSchema.index({ projectId: 1, domain: 1, email: 1 })
// POST /contacts/search, GET /contacts?search=: the words of names and addresses. Contacts without such words take no
// room in it.
contactSchema.index(
  { projectId: 1, searchWords: 1 },
  { name: 'contact_words', partialFilterExpression: { searchWords: { $exists: true } } },
)
// GET /contacts, newest first.
contactSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// GET /contacts by subscription, newest first. (A merge of both subscriptions would make the index before superfluous,
// but the planner does not always prefer a merge to a sort.)
contactSchema.index({ projectId: 1, subscribed: 1, createdAt: -1, _id: -1 })
// POST /campaigns/{id}/send and POST /segments: the contacts of an audience and of a segment, in a stable order.
contactSchema.index({ projectId: 1, _id: 1 })
// GET /segments/{id}/contacts: the members of a segment, newest first.
contactSchema.index(
  { projectId: 1, segments: 1, _id: -1 },
  { name: 'segment_members', partialFilterExpression: { segments: { $gt: '' } } },
)
// The comparison with Temporal: the snoozed contacts, each of which needs a timer.
contactSchema.index(
  { projectId: 1, snoozedUntil: 1 },
  { partialFilterExpression: { snoozedUntil: { $gt: new Date(0) } } },
)
shardByProject(contactSchema, 'email')

export const Contact = ownedModel<ContactRecord>('Contact', contactSchema)
