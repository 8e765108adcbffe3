import type { PROJECT_KINDS, PurgeCursor } from '../../../models/purge-progress.js'

/** For how many days the rows of each kind are kept; 0 keeps them for ever. */
export type Retention = Record<(typeof PROJECT_KINDS)[number], number>

/** The result of a batch of a purge; `after` is null when no expired row follows. */
export interface Purged {
  deleted: number
  after: PurgeCursor | null
}

/**
 * Deletes the next expired rows of a project: rows from before `before`, after the cursor `after`. A repetition is
 * harmless.
 */
export type PurgeBatch = (projectId: string, before: Date, after: PurgeCursor | null) => Promise<Purged>

/**
 * How many rows a batch of a purge reads and deletes at most. The number is small, so that it delays no other write.
 */
export const PURGE_BATCH = 200

/** The cursor after a batch; null after the last batch. */
export function cursorAfter<Row extends { _id: string }>(
  rows: readonly Row[],
  dateOf: (row: Row) => Date,
): PurgeCursor | null {
  const last = rows.at(-1)
  return last && rows.length === PURGE_BATCH ? { at: dateOf(last).getTime(), id: last._id } : null
}
