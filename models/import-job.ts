import type { ColumnState } from './domain/column-types.js'
import type { Delimiter } from './domain/csv-rows/delimiters.js'
import type { FieldType } from './domain/fields.js'
import type { ColumnMapping } from './domain/import-map.js'
import type { BadRow } from './domain/import-row.js'
import type { JobRecord } from './job.js'

/** Input of an import. The file itself is stored in chunks. */
export interface ImportInput {
  kind: 'contacts' | 'suppressions'
  /** The name that the request gives to the file; null if it gives none. */
  fileName: string | null
  sizeBytes: number
  /** The file is CSV, or one JSON object a line. */
  format: 'csv' | 'ndjson'
  /** The delimiter and the header of a CSV file. */
  delimiter: Delimiter
  header: string[]
  /** Offset of the first row after the header. */
  startBytes: number
  /** The meanings of columns that the request gives. */
  map: ColumnMapping[]
  /** Whether the request also subscribes contacts that chose to be unsubscribed. */
  resubscribe: boolean
  /** Whether a new contact whose row does not say is subscribed. */
  subscribed: boolean
  /** The static segment that every imported contact joins; null: none. */
  segmentId: string | null
  /** Whether rows are only read and counted, and nothing is stored. */
  isDryRun: boolean
}

/** A place in a file: the rows up to number `row` end at `bytes`. */
export interface FilePlace {
  bytes: number
  row: number
}

/** The columns of custom fields as far as a file is read. */
export interface ColumnSurvey extends FilePlace {
  /** The states of the columns, in their order. */
  states: ColumnState[]
}

/** Progress of an import: the place where its next slice begins. */
export interface ImportCursor extends FilePlace {
  /** Null when the types of the columns are decided. No row is imported before. */
  survey: ColumnSurvey | null
  /** Contacts that the last slice changed; the next slice updates their tracked segments. */
  changedIds: string[]
  /** The type of each column of a custom field, in the order of the columns. */
  types: FieldType[]
}

/** Result of an import; `errors` holds the first hundred faulty rows. */
export interface ImportResult {
  total: number
  created: number
  /** The rows of known contacts, changed or not. */
  updated: number
  /** Those of `updated` that change nothing. */
  unchanged: number
  /** Those of `updated` that subscribe their contact. */
  subscribed: number
  /** Those of `updated` that unsubscribe their contact. */
  unsubscribed: number
  failed: number
  /** The rows that would have subscribed a contact that chose to be unsubscribed. */
  keptUnsubscribed: number
  errors: BadRow[]
}

/** The result of an import that has read no row. */
export const NO_ROWS: Readonly<ImportResult> = {
  total: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  subscribed: 0,
  unsubscribed: 0,
  failed: 0,
  keptUnsubscribed: 0,
  errors: [],
}

/** A job that imports a file. */
export type ImportJob = JobRecord<ImportInput, ImportCursor, ImportResult>
