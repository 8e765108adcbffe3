import type { ContactFilter } from './bulk-job.js'
import type { TimeRange } from './domain/time-range.js'
import type { EmailFilter } from './domain/email-filter.js'
import type { JobRecord } from './job.js'
import type { SuppressionRecord } from './suppression.js'

/** What an export holds. */
export const EXPORT_KINDS = ['contacts', 'suppressions', 'emails', 'events'] as const
export type ExportKind = (typeof EXPORT_KINDS)[number]

/** The formats of export files. */
export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The filters of each kind of export; all parts that are given have to hold. */
export interface ExportFilters {
  contacts: ContactFilter
  suppressions: { reason?: SuppressionRecord['reason'] | undefined }
  emails: EmailFilter
  events: TimeRange & { name?: string | undefined; contactId?: string | undefined }
}

/** Input of an export; with `bom` its CSV file begins with a byte order mark. */
export type ExportInput = {
  [Kind in ExportKind]: { kind: Kind; format: ExportFormat; bom?: boolean; filter: ExportFilters[Kind] }
}[ExportKind]

/** The last row that was passed, by its sort value and its id. */
export interface ExportPosition {
  sortValue: string | Date
  id: string
}

/** Progress of an export: the place where its next slice begins. */
export interface ExportCursor {
  /** Null before the first row. */
  after: ExportPosition | null
  /** The keys of the custom fields in the file. */
  fields: string[]
  /** The number of matching rows when the job began; null if counting took too long. */
  matched: number | null
}

/** Result of an export: the rows in its file, without the header, and the size of the file. */
export interface ExportResult {
  rows: number
  bytes: number
}

/** A job that writes rows of a project into a file. */
export type ExportJob = JobRecord<ExportInput, ExportCursor, ExportResult>
