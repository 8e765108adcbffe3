import type { PROJECT_KINDS, PurgeCursor } from '../../models/purge-progress.js'

/** For how many days the rows of each kind are kept; 0 keeps them for ever. */
export type Retention = Record<(typeof PROJECT_KINDS)[number], number>

/** The result of a batch of a purge; `after` is null behind the last row that has expired. */
export interface Purged {
  deleted: number
  after: PurgeCursor | null
}

/**
 * Deletes the next expired rows of a project: those from before a date, and after a cursor. A repetition is harmless.
 */
export type PurgeBatch = (projectId: string, before: Date, after: PurgeCursor | null) => Promise<Purged>

/** How many rows a batch of a purge reads, and deletes at most: few, so that it delays no other write. */
export const PURGE_BATCH = 200

/** The cursor behind a batch; null when it was the last. */
export function cursorAfter<Row extends { _id: string }>(
  rows: readonly Row[],
  dateOf: (row: Row) => Date,
): PurgeCursor | null {
  const last = rows.at(-1)
  return last && rows.length === PURGE_BATCH ? { at: dateOf(last).getTime(), id: last._id } : null
}
