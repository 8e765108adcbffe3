import type { ClientSession } from 'mongoose'
import type { EmailCounts } from '../../models/daily-count.js'
import { queueKeyOf, Outbox, type EventNote, type OutboxEntry, type OutboxKind } from '../../models/outbox-entry.js'
import { newId } from '../../runtime/ids.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { traceParent } from '../../runtime/tracing/tracing.js'
import { afterCommit } from '../../runtime/mongodb/transaction.js'
import { noteMade } from '../../runtime/request-scope.js'
import { enqueue, ownerOfEntries } from './owner.js'

/** Documents of one kind that need a dispatch. */
export interface SetOff {
  kind: OutboxKind
  projectId: string
  ids: readonly string[]
  /** Of events: see `OutboxEntry`. */
  events?: readonly EventNote[]
  emailCounts?: EmailCounts
  activityAt?: Date
  depth?: number
  /** The spans of the requests that wrote them, where several share the transaction. */
  traces?: Record<string, string> | undefined
}

// A dispatch holds an entry in memory as a whole.
const MAX_IDS = 1_000

/**
 * Stores what the writes of a transaction set off, inside that transaction. Once it is committed, the relay of this
 * process has the entries, and the request that is being served names their documents in its log line. A process that
 * dies in between leaves them to the poller of another.
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
 * Stores the same, but leaves the entries to the caller, who calls `enqueue` when it knows that they are to be carried
 * out: a start of executions withdraws those that a change has overtaken, and a request may end the job that it begins.
 */
export async function storeEntries(session: ClientSession, ...all: SetOff[]): Promise<OutboxEntry[]> {
  const entries = all.flatMap(entriesOf)
  if (entries.length > 0) await Outbox.collection.insertMany(entries as never[], { session })
  return entries
}

function entriesOf({ kind, projectId, ids, events, emailCounts, activityAt, depth, traces }: SetOff): OutboxEntry[] {
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
      // All of them stand in the first entry, where the documents need several.
      ...(emailCounts && index === 0 ? { emailCounts } : {}),
      ...(activityAt ? { activityAt } : {}),
      ...(depth ? { depth } : {}),
      ...(trace && !traces ? { trace } : {}),
      ...(traces ? { traces } : {}),
      owner: ownerOfEntries(),
      createdAt: databaseNow(),
    }
  })
}
