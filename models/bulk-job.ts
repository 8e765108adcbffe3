import type { JobRecord } from './job.js'

/** The operation of a bulk job on each contact. */
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete'

/** All contacts that match a search and a subscription, except some. */
export interface ContactQuery {
  mode: 'query'
  filter: { search?: string | undefined; subscribed?: boolean | undefined }
  excludeIds: string[]
}

/** The contacts of a bulk job: contacts that it names, or all that match. */
export type BulkSelection = { mode: 'ids'; contactIds: string[] } | ContactQuery

/** Input of a bulk job. */
export type BulkInput = BulkSelection & { operation: BulkOperation }

/** Progress of a bulk job: the place where its next slice begins. */
export interface BulkCursor {
  /** The number of processed contacts. */
  done: number
  /** The last processed contact of a query. */
  afterId: string
  /** The number of matching contacts when the job began. */
  matched: number
  /** Contacts that the last slice changed; the next slice updates their tracked segments. */
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
