import type { ExportPosition } from '../../../models/export-job.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import type { ExportTable, Stored } from './export-table.js'

// Without a limit, a condition that few rows meet would read all rows of a project in one query.
const ROWS_A_BATCH = 5_000
const ROWS_A_REPLY = 500

/** The rows of a table after a position, in their order. */
export interface RowBatch {
  rows: AsyncIterable<Stored>
  /** The last row of the batch, whether it meets the condition or not; null for the last batch. */
  until: ExportPosition | null
}

/** The next rows of a table: those among five thousand that meet its condition. */
export async function nextRows(
  { collection, base, condition = {}, keep, order, shown }: ExportTable,
  after: ExportPosition | null,
): Promise<RowBatch> {
  const rest: OwnedQuery = { $and: [base, after ? order.after(after) : {}] }
  const keys = Object.fromEntries(Object.keys(order.sort).map((field) => [field, 1]))
  const byIndex = order.hint ? { hint: order.hint } : {}
  const [end] = await collection
    .find<Stored>(rest, { projection: keys, ...byIndex })
    .sort(order.sort)
    .skip(ROWS_A_BATCH - 1)
    .limit(1)
    .toArray()
  const until = end ? order.positionOf(end) : null
  const filter: OwnedQuery = { $and: [rest, condition, until ? order.until(until) : {}] }
  const rows = collection
    .find<Stored>(filter, { batchSize: ROWS_A_REPLY, ...byIndex, ...(shown ? { projection: shown } : {}) })
    .sort(order.sort)
  return { rows: keep ? keptOf(rows, keep) : rows, until }
}

async function* keptOf(rows: AsyncIterable<Stored>, keep: NonNullable<ExportTable['keep']>): AsyncGenerator<Stored> {
  let batch: Stored[] = []
  for await (const row of rows) {
    if (batch.push(row) < ROWS_A_REPLY) continue
    yield* await keep(batch)
    batch = []
  }
  yield* await keep(batch)
}
