import type { ClientSession } from 'mongoose'
import type { LinkClicks } from '../../../models/campaign-link.js'
import type { ContactTotals } from '../../../models/contact-count.js'
import type { CountsOfOrigin, EmailCounts } from '../../../models/daily-count.js'
import {
  queueKeyOf,
  Outbox,
  type EventNote,
  type GainedField,
  type OutboxEntry,
  type OutboxKind,
} from '../../../models/outbox-entry.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { traceParent } from '../../../runtime/tracing/tracing.js'
import { afterCommit } from '../../../runtime/mongodb/transaction.js'
import { noteMade } from '../../../runtime/request-scope.js'
import { enqueue, ownerOfEntries } from './owner.js'

/** Documents of one kind that need a dispatch. */
export interface SetOff {
  kind: OutboxKind
  projectId: string
  ids: readonly string[]
  /** For entries of events; see `OutboxEntry`. */
  events?: readonly EventNote[]
  emailCounts?: EmailCounts
  originCounts?: CountsOfOrigin[]
  linkClicks?: LinkClicks[]
  contactCounts?: ContactTotals
  gainedFields?: readonly GainedField[]
  activityAt?: Date
  depth?: number
  /** The spans of the requests that wrote the documents, by id, if several requests share the transaction. */
  traces?: Record<string, string> | undefined
}

// A dispatch holds a whole entry in memory.
const MAX_IDS = 1_000

/**
 * Stores outbox entries for the writes of a transaction, inside that transaction. After the commit the relay of this
 * process gets the entries, and the log line of the current request names their documents. If the process dies in
 * between, the poller of another process takes them over.
 */
export async function setOff(session: ClientSession, ...all: SetOff[]): Promise<void> {
  const entries = await storeEntries(session, ...all)
  if (entries.length === 0) return
  afterCommit(session, () => {
    noteMade(...entries)
    enqueue(entries)
  })
}

/**
 * Stores the same entries, but the caller passes them to `enqueue` when it knows that they are needed: a start of
 * executions withdraws the entries that a later change made obsolete, and a request may complete the job that it
 * begins.
 */
export async function storeEntries(session: ClientSession, ...all: SetOff[]): Promise<OutboxEntry[]> {
  const entries = all.flatMap(entriesOf)
  if (entries.length > 0) await Outbox.collection.insertMany(entries, { session })
  return entries
}

function entriesOf(all: SetOff): OutboxEntry[] {
  const { kind, projectId, ids, events, gainedFields = [], activityAt, depth, traces, ...counts } = all
  const trace = traceParent()
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) => {
    const [from, to] = [index * MAX_IDS, (index + 1) * MAX_IDS]
    return {
      _id: newId(),
      kind,
      projectId,
      queueKey: queueKeyOf(kind, projectId),
      ids: ids.slice(from, to),
      ...(events ? { events: events.slice(from, to) } : {}),
      // If the documents need several entries, the first one has all counts.
      ...(index === 0 ? counts : {}),
      ...(gainedFields.length > 0 ? { gainedFields: [...gainedFields] } : {}),
      ...(activityAt ? { activityAt } : {}),
      ...(depth ? { depth } : {}),
      ...(trace && !traces ? { trace } : {}),
      ...(traces ? { traces } : {}),
      owner: ownerOfEntries(),
      createdAt: databaseNow(),
    }
  })
}
