import type { JobRecord } from './job.js'

/** What a bulk job does to each contact. */
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete'

/** Contacts by a part of their address and their subscription, but some. */
export interface ContactQuery {
  mode: 'query'
  filter: { search?: string | undefined; subscribed?: boolean | undefined }
  excludeIds: string[]
}

/** Which contacts a bulk job is about: those named, or all that match. */
export type BulkSelection = { mode: 'ids'; contactIds: string[] } | ContactQuery

/** What a bulk job works on. */
export type BulkInput = BulkSelection & { operation: BulkOperation }

/** Where the next slice begins. */
export interface BulkCursor {
  /** How many of the contacts are done. */
  done: number
  /** The last contact done, of those that match. */
  afterId: string
  /** How many matched when the job began. */
  matched: number
  /** The contacts of the last slice, whose tracked segments the next one brings up to date. */
  changedIds: string[]
}

/** A contact that nothing could be done for, and why. */
export interface BulkFailure {
  contactId: string
  email: string | null
  error: string
}

/** What a bulk job has come to; `errors` holds the first hundred failures. */
export interface BulkResult {
  operation: BulkOperation
  totalRequested: number
  successCount: number
  unchangedCount: number
  failureCount: number
  errors: BulkFailure[]
}

/** The job of a change of many contacts. */
export type BulkJob = JobRecord<BulkInput, BulkCursor, BulkResult>
