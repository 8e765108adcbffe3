import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { ExportPosition } from '../../../models/export-job.js'
import type { Owned, OwnedCollection, OwnedQuery } from '../../../models/owned-model.js'
import { notOlderThan, olderThan } from '../../base/listing/newest-first.js'

/** The order of the rows in a file. An index has the order, so that each slice reads on from the last row. */
export interface RowOrder {
  sort: Record<string, 1 | -1>
  /** The filter for the rows after a position. */
  after: (position: ExportPosition) => MongoFilter
  /** The filter for the rows up to a position. */
  until: (position: ExportPosition) => MongoFilter
  positionOf: (row: Stored) => ExportPosition
  /** The index to use, by its name or key, where a condition would let MongoDB choose one that reads all rows. */
  hint?: string | Record<string, 1 | -1>
}

/** A row as it is stored. */
export type Stored = { _id: string } & Record<string, unknown>

/** The rows of an export, and the way to write them. */
export interface ExportTable {
  collection: Pick<OwnedCollection<Owned>, 'find' | 'countDocuments'>
  /** The filter that an index answers, in the order of the rows. */
  base: OwnedQuery
  /** The filter that has to read the rows. */
  condition?: MongoFilter
  /** Keeps those of some rows that the file gets, where no query can tell. */
  keep?: (rows: Stored[]) => Promise<Stored[]>
  /** The number of rows, where the query does not tell. Throws SERVICE_UNAVAILABLE when counting takes too long. */
  count?: (limitMs: number) => Promise<number>
  order: RowOrder
  /** The names of the columns of a CSV file. */
  header: string[]
  /** The values of a row in a CSV file; undefined leaves a cell empty. */
  cells: (row: Stored) => unknown[]
  /** The object of a row in an NDJSON file. */
  record: (row: Stored) => object
  /** The fields to read; all if omitted. */
  shown?: Record<string, 1>
}

/** The order by address, for rows whose address is unique. */
export const BY_ADDRESS: RowOrder = {
  sort: { email: 1 },
  after: ({ sortValue }) => ({ email: { $gt: sortValue } }),
  until: ({ sortValue }) => ({ email: { $lte: sortValue } }),
  positionOf: ({ email, _id }) => ({ sortValue: email as string, id: _id }),
  hint: { projectId: 1, email: 1 },
}

/** The order of lists. */
export const NEWEST_FIRST: RowOrder = {
  sort: { createdAt: -1, _id: -1 },
  after: (position) => olderThan(position as ExportPosition & { sortValue: Date }),
  until: (position) => notOlderThan(position as ExportPosition & { sortValue: Date }),
  positionOf: ({ createdAt, _id }) => ({ sortValue: createdAt as Date, id: _id }),
}

/** A column of a table for people: its name, and the value of a row; null leaves a cell empty. */
export type Column<Row> = readonly [name: string, valueOf: (row: Row) => unknown]

/** The header, cells and records of a table with the same columns in both formats. Times are ISO 8601 in UTC. */
export function withColumns<Row>(columns: readonly Column<Row>[]): Pick<ExportTable, 'header' | 'cells' | 'record'> {
  const textOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)
  const values = (row: Stored): [string, unknown][] =>
    columns.map(([name, valueOf]) => [name, textOf(valueOf(row as Row))])
  return {
    header: columns.map(([name]) => name),
    cells: (row) => values(row).map(([, value]) => value ?? undefined),
    record: (row) => Object.fromEntries(values(row)),
  }
}
