import { databaseNow } from '../runtime/mongodb/clock.js'
import { traceParent } from '../runtime/tracing/tracing.js'

/**
 * The kinds of documents with outbox entries. A document that triggers further work carries its own entry, written in
 * the same operation. The process that stores an entry hands it to its relay; a poller finds the entries of processes
 * that died.
 */
export const OUTBOX_KINDS = [
  'email',
  'event',
  'eventBatch',
  'contact',
  'execution',
  'wait',
  'campaign',
  'job',
  'workflow',
] as const

export type OutboxKind = (typeof OUTBOX_KINDS)[number]

/** Reference to a document with an outbox entry. */
export interface OutboxEntry {
  kind: OutboxKind
  projectId: string
  id: string
  /** The trace that it belongs to, as in its mark. */
  trace?: string
}

/**
 * The outbox entry inside its document. `since` is when it was stored or last claimed by a poller, and `first` when it was
 * stored, once a poller has claimed it; `depth` counts the executions that led to it, for changes of contacts. `trace` is
 * the span that stored it, while traces are on: another process may dispatch it.
 */
export interface OutboxMark {
  state: 'pending'
  since: Date
  first?: Date
  depth?: number
  poller?: string
  trace?: string
}

/** Mongoose schema of the mark. */
export const outboxMarkSchema = {
  type: { _id: false, state: String, since: Date, first: Date, depth: Number, poller: String, trace: String },
  default: undefined,
} as const

/** A new mark, to be stored with its document. */
export function newMark(depth?: number): OutboxMark {
  const trace = traceParent()
  return { state: 'pending', since: databaseNow(), ...(depth ? { depth } : {}), ...(trace ? { trace } : {}) }
}

/** The poller's index; empty at rest, because the mark is cleared after the dispatch. */
export const outboxMarkIndex = [
  { 'dispatch.since': 1 },
  { name: 'dispatch_pending', partialFilterExpression: { 'dispatch.state': 'pending' } },
] as const
