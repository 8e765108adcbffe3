import type { ConditionTree } from './domain/conditions/tree.js'
import type { JobRecord } from './job.js'

/** The operation of a bulk job on each contact. */
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete' | 'join'

/** A filter of contacts; all parts that are given have to hold. */
export interface ContactFilter {
  search?: string | undefined
  /** Whether `search` is the beginning of the address or its domain, or else any part of the address. */
  match?: 'prefix' | 'contains' | undefined
  subscribed?: boolean | undefined
  /** Whether the contact pauses marketing mail. */
  snoozed?: boolean | undefined
  /** Whether the address is suppressed. */
  suppressed?: boolean | undefined
  segmentId?: string | undefined
  /** The import whose file named the contact last. */
  importId?: string | undefined
  condition?: ConditionTree | undefined
}

/** All contacts that a filter selects, except some. */
export interface ContactQuery {
  mode: 'query'
  filter: ContactFilter
  excludeIds: string[]
}

/** The contacts of a bulk job: contacts that it names, or all that match. */
export type BulkSelection = { mode: 'ids'; contactIds: string[] } | ContactQuery

/** Input of a bulk job. */
export type BulkInput = BulkSelection & {
  operation: BulkOperation
  /** The static segment that the contacts join; missing: none. */
  joinedId?: string
}

/** Progress of a bulk job: the place where its next slice begins. */
export interface BulkCursor {
  /** The number of processed contacts. */
  done: number
  /** The last contact of a query that was passed. */
  afterId: string
  /** The number of matching contacts when the job began; in a large project an estimate. */
  matched: number
  /**
   * Contacts that the last slice changed; the next slice updates their tracked segments, or the number of members of
   * the segment that they joined.
   */
  changedIds: string[]
}

/** A contact that could not be changed, with the reason. */
export interface BulkFailure {
  contactId: string
  email: string | null
  error: string
}

/** Result of a bulk job; `errors` holds the first hundred failures. */
export interface BulkResult {
  operation: BulkOperation
  totalRequested: number
  successCount: number
  unchangedCount: number
  failureCount: number
  errors: BulkFailure[]
}

/** A job that changes many contacts. */
export type BulkJob = JobRecord<BulkInput, BulkCursor, BulkResult>
