import type { FieldType } from './domain/fields.js'
import type { ColumnMapping } from './domain/import-map.js'
import type { BadRow } from './domain/import-row.js'
import type { JobRecord } from './job.js'

/** The separator between the cells of a CSV file. The bar is used only where a line `sep=|` names it. */
export type Delimiter = ',' | ';' | '\t' | '|'

/** Input of an import. The file itself is stored in chunks. */
export interface ImportInput {
  sizeBytes: number
  delimiter: Delimiter
  header: string[]
  /** Offset of the first row after the header. */
  startBytes: number
  /** The mapping of columns that the request gives. */
  map: ColumnMapping[]
  /** Whether the request also subscribes contacts that chose to be unsubscribed. */
  resubscribe: boolean
}

/** Progress of an import: the place where its next slice begins. */
export interface ImportCursor {
  bytes: number
  /** The number of the last processed row. */
  row: number
  /** Contacts that the last slice changed; the next slice updates their tracked segments. */
  changedIds: string[]
  /** The type of each column of a custom field, in the order of the columns, decided before the first write. */
  types: FieldType[]
}

/** Result of an import; `errors` holds the first hundred bad rows. */
export interface ImportResult {
  total: number
  created: number
  updated: number
  failed: number
  /** The rows that would have subscribed a contact that chose to be unsubscribed. */
  keptUnsubscribed: number
  errors: BadRow[]
}

/** A job that imports a CSV file. */
export type ImportJob = JobRecord<ImportInput, ImportCursor, ImportResult>
