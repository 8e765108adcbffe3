import type { BadRow } from './domain/import-row.js'
import type { JobRecord } from './job.js'

/** The separator between the cells of a CSV file. */
export type Delimiter = ',' | ';' | '\t'

/** Input of an import; the file itself is stored in chunks. */
export interface ImportInput {
  sizeBytes: number
  delimiter: Delimiter
  header: string[]
  /** Offset of the first row after the header. */
  startBytes: number
}

/** Progress of an import: where its next slice begins. */
export interface ImportCursor {
  bytes: number
  /** The number of the last row done. */
  row: number
  /** Contacts that the last slice changed; the next slice updates their tracked segments. */
  changedIds: string[]
}

/** Result of an import; `errors` holds the first hundred bad rows. */
export interface ImportResult {
  total: number
  created: number
  updated: number
  failed: number
  errors: BadRow[]
}

/** A job that imports a CSV file. */
export type ImportJob = JobRecord<ImportInput, ImportCursor, ImportResult>
