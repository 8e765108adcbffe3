/**
 * The outbox: a document that sets something off carries its own intent, written in the same operation as
 * the rest of it. Whoever wrote it hands the intent to the dispatcher; a sweeper finds what a crash left behind.
 */
export const INTENT_KINDS = [
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

/** What kind of document carries the intent. */
export type IntentKind = (typeof INTENT_KINDS)[number]

/** One document that has something to set off; `projectId` is empty for notifications, which name theirs inside. */
export interface Intent {
  kind: IntentKind
  projectId: string
  id: string
}

/**
 * The mark in the document. `since` is when it was written or last taken up by a sweeper; `depth` counts the
 * executions that led to it, where that matters.
 */
export interface Dispatch {
  state: 'pending'
  since: Date
  depth?: number
  sweeper?: string
}

/** Mongoose's description of the mark. */
export const dispatchSchema = {
  type: { _id: false, state: String, since: Date, depth: Number, sweeper: String },
  default: undefined,
} as const

/** A fresh mark, to be written with the document. */
export function pending(depth?: number): Dispatch {
  return { state: 'pending', since: new Date(), ...(depth ? { depth } : {}) }
}

/** The sweeper's index: empty at rest, because a dispatched document loses its mark. */
export const dispatchIndex = [
  { 'dispatch.since': 1 },
  { name: 'dispatch_pending', partialFilterExpression: { 'dispatch.state': 'pending' } },
] as const
