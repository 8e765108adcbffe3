import type { BadRow } from './domain/import-row.js'
import type { JobRecord } from './job.js'

/** The character between the cells of a CSV file. */
export type Delimiter = ',' | ';' | '\t'

/** What the job of an import works on; the file lies in pieces beside it. */
export interface ImportInput {
  sizeBytes: number
  delimiter: Delimiter
  header: string[]
  /** Where the first row begins. */
  startBytes: number
}

/** Where the next slice begins. */
export interface ImportCursor {
  bytes: number
  /** The number of the last row done. */
  row: number
  /** The contacts of the last slice, whose tracked segments the next one brings up to date. */
  changedIds: string[]
}

/** What an import has come to; `errors` holds the first hundred bad rows. */
export interface ImportResult {
  total: number
  created: number
  updated: number
  failed: number
  errors: BadRow[]
}

/** The job of an import. */
export type ImportJob = JobRecord<ImportInput, ImportCursor, ImportResult>
