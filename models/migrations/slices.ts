import type mongoose from 'mongoose'
import type { MigrationContext } from './migration.js'

const SLICE_ROWS = 500

/**
 * Changes the documents of a collection in slices, by `_id`, and stores the progress after each slice. After an
 * interruption, the function continues after the last completed slice, so `change` may receive the same documents
 * twice.
 */
export async function inSlices<Row extends mongoose.mongo.Document & { _id: string }>(
  { db, progress, saveProgress, signal }: MigrationContext,
  collection: string,
  filter: mongoose.mongo.Document,
  change: (rows: Row[], collection: mongoose.mongo.Collection<Row>) => Promise<void>,
  sliceRows = SLICE_ROWS,
): Promise<void> {
  const rows = db.collection<Row>(collection)
  let after = (progress as { after?: string } | null)?.after ?? ''
  for (;;) {
    signal.throwIfAborted()
    const sliceFilter = { $and: [filter, { _id: { $gt: after } }] } as mongoose.mongo.Filter<Row>
    const slice = (await rows.find(sliceFilter).sort({ _id: 1 }).limit(sliceRows).toArray()) as Row[]
    const last = slice.at(-1)
    if (!last) return
    await change(slice, rows)
    after = last._id
    await saveProgress({ after })
  }
}
