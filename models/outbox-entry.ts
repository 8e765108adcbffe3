import { Schema } from 'mongoose'
import type { LinkClicks } from './campaign-link.js'
import type { ContactTotals } from './contact-count.js'
import type { CountsOfOrigin, EmailCounts } from './daily-count.js'
import type { FieldType } from './domain/fields.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/** The work that an outbox entry sets off. An entry names documents of one kind. */
export const OUTBOX_KINDS = [
  'email',
  'event',
  'contact',
  'execution',
  'wait',
  'campaign',
  'job',
  'workflow',
  'project',
] as const

export type OutboxKind = (typeof OUTBOX_KINDS)[number]

/** The fields of an event that its listeners match: workflows, waits and segments. */
export interface EventNote {
  contactId: string | null
  name: string
  depth: number
  /**
   * Whether the project's table of names has no room for the event's name. Such an event starts its listeners, but no
   * activity counts it.
   */
  isUnlisted?: boolean
}

/** A custom field that a change has given to a contact: its escaped key, and the type of its value. */
export interface GainedField {
  key: string
  type: FieldType
}

/** The failures of an entry that could not be dispatched. */
export interface EntryFailures {
  count: number
  firstAt: Date
  /** The time when the dispatch is tried again. */
  nextAt: Date
  /** The type and the code of the last error, without its message. */
  reason: string
}

/**
 * Work that a write starts. The entry is stored in the transaction of the write, and deleted once it is dispatched. The
 * relay of the process that stored the entry dispatches it. When that process is gone, another relay takes over its
 * entries.
 */
export interface OutboxEntry {
  _id: string
  kind: OutboxKind
  projectId: string
  /** `<kind>:<projectId>`. Entries of one queue wait for each other, and the relay serves the queues alternately. */
  queueKey: string
  /** The documents that need the dispatch. */
  ids: string[]
  /** For events: the fields of each, in the order of `ids`, so that events without a listener are not read. */
  events?: EventNote[]
  /**
   * For events: the additions of their emails to the counters of the day. Without events: the additions of invitations.
   */
  emailCounts?: EmailCounts
  /** The additions to the counters of campaigns, templates and workflows. */
  originCounts?: CountsOfOrigin[]
  /** The clicks to add to the links of campaigns. */
  linkClicks?: LinkClicks[]
  /** For contacts: the steps of the project's counters of contacts. */
  contactCounts?: ContactTotals
  /** For contacts: the fields that they have gained, by their escaped keys. */
  gainedFields?: GainedField[]
  /** For events: the time when they happened, while their contacts' `activity` lacks them. */
  activityAt?: Date
  /** The length of the chain of executions that led to changes of contacts. */
  depth?: number
  /** The span that stored the entry, where tracing is on: another process may dispatch the entry. */
  trace?: string
  /** The spans by document, where several requests share the entry. */
  traces?: Record<string, string>
  /**
   * The relay that dispatches the entry; see `RelayHeartbeat`. Empty for an entry that a process without a relay
   * stored, and null for one that is set aside.
   */
  owner: string | null
  /** Why no relay may dispatch the entry now; absent for all others. */
  aside?: Aside
  /** The failures in a row of an entry that cannot be dispatched because of the entry itself. */
  failures?: EntryFailures
  /** The time since which the entry waits for an operator. */
  parkedAt?: Date
  createdAt: Date
}

/**
 * Why an entry is set aside. A resting one was refused, and any relay may take it over at the time of its next
 * dispatch. An unknown one is of a kind that its finder did not know: a process of another version dispatches it. A
 * parked one waits for an operator.
 */
export const ASIDE = ['resting', 'unknown', 'parked'] as const
export type Aside = (typeof ASIDE)[number]

/** The queue of a project's entries of one kind. */
export const queueKeyOf = (kind: OutboxKind, projectId: string): string => `${kind}:${projectId}`

/** The filter of a project's entries of one kind. */
export const inQueue = (kind: OutboxKind, projectId: string) => ({ projectId, queueKey: queueKeyOf(kind, projectId) })

const outboxSchema = new Schema<OutboxEntry>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: OUTBOX_KINDS, required: true },
    projectId: { type: String, required: true },
    queueKey: { type: String, required: true },
    ids: { type: [String], required: true },
    events: { type: Schema.Types.Mixed, default: undefined },
    emailCounts: { type: Schema.Types.Mixed, default: undefined },
    originCounts: { type: Schema.Types.Mixed, default: undefined },
    linkClicks: { type: Schema.Types.Mixed, default: undefined },
    contactCounts: { type: Schema.Types.Mixed, default: undefined },
    gainedFields: { type: Schema.Types.Mixed, default: undefined },
    activityAt: Date,
    depth: Number,
    trace: String,
    traces: { type: Schema.Types.Mixed, default: undefined },
    owner: { type: String, default: '' },
    aside: String,
    failures: { type: Schema.Types.Mixed, default: undefined },
    parkedAt: Date,
    createdAt: { type: Date, required: true },
  },
  { collection: 'outbox', strict: 'throw' },
)
// The relay: the entries that it owns, queue by queue, oldest first.
outboxSchema.index({ owner: 1, queueKey: 1, _id: 1 })
// The relay: the entries that are set aside, which are few. `posthorn retry-outbox`, the doctor and metrics.
outboxSchema.index({ aside: 1, _id: 1 }, { partialFilterExpression: { aside: { $exists: true } } })
// GET /contacts: the changes that the counters of contacts lack. The check whether a document still waits for its
// dispatch.
outboxSchema.index({ queueKey: 1, _id: 1 })
// Conditions on events, such as POST /segments with `event.<name>`: the events that `activity` still lacks.
outboxSchema.index({ queueKey: 1, activityAt: 1 }, { partialFilterExpression: { activityAt: { $gt: new Date(0) } } })
shardByProject(outboxSchema, '_id')

export const Outbox = ownedModel<OutboxEntry>('Outbox', outboxSchema)
