/**
 * The outbox: a document that sets something off carries its own entry, written in the same operation as
 * the rest of it. Whoever wrote it hands the entry to the relay; a poller finds what a crash left behind.
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
  'notification',
  'workflow',
] as const

/** What kind of document carries the entry. */
export type OutboxKind = (typeof OUTBOX_KINDS)[number]

/** One document that has something to set off; `projectId` is empty for notifications, which name theirs inside. */
export interface OutboxEntry {
  kind: OutboxKind
  projectId: string
  id: string
}

/**
 * The mark in the document. `since` is when it was written or last taken up by a poller; `depth` counts the
 * executions that led to it, where that matters.
 */
export interface OutboxMark {
  state: 'pending'
  since: Date
  depth?: number
  poller?: string
}

/** Mongoose's description of the mark. */
export const outboxMarkSchema = {
  type: { _id: false, state: String, since: Date, depth: Number, poller: String },
  default: undefined,
} as const

/** A fresh mark, to be written with the document. */
export function newMark(depth?: number): OutboxMark {
  return { state: 'pending', since: new Date(), ...(depth ? { depth } : {}) }
}

/** The poller's index: empty at rest, because a dispatched document loses its mark. */
export const outboxMarkIndex = [
  { 'dispatch.since': 1 },
  { name: 'dispatch_pending', partialFilterExpression: { 'dispatch.state': 'pending' } },
] as const
