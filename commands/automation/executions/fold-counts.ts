import { GATHERED_BY_SHARD, projectsOf } from '../../../models/by-shard.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { StepCount, type StepCountRecord } from '../../../models/step-count.js'
import { createBatcher } from '../../../runtime/concurrency/batcher.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { updateEach } from '../../../models/update-each.js'

const MAX_BATCH = 500
const GATHER_MS = 5_000
const CONFLICT_LIMIT_MS = 2_000

/**
 * Folds counters of steps into one document a day. The counters are right without it: folding saves the readers work.
 * So a failure or the end of the process only leaves some documents unfolded, until they expire.
 */
const folding = createBatcher<StepCountRecord>({
  ...GATHERED_BY_SHARD,
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 1,
  concurrency: 2,
  gatherMs: GATHER_MS,
  run: foldCounts,
})

/** Folds stored counters of steps soon, with those that other transactions of the project store meanwhile. */
export function foldLater(rows: readonly StepCountRecord[]): void {
  for (const row of rows) folding.enqueue(row)
}

/** Resolves once all counters that this process has stored are folded. */
export function foldingDone(): Promise<void> {
  return folding.idle()
}

/**
 * Replaces stored counters of projects of one shard by additions to the document of their workflow and day. When some
 * of a project are gone, because a reset or the deletion of a workflow has removed them, nothing is replaced.
 */
async function foldCounts(rows: readonly StepCountRecord[]): Promise<void> {
  const ids = rows.map(({ _id }) => _id)
  const groups = groupBy(rows, ({ workflowId, day }) => `${workflowId}:${day.getTime()}`)
  const updates = [...groups].map(([_id, group]) => ({
    filter: { _id, projectId: group[0]?.projectId ?? '' },
    update: {
      $inc: sumOf(group),
      $setOnInsert: { workflowId: group[0]?.workflowId, day: group[0]?.day },
    },
    upsert: true as const,
  }))
  await inTransaction(async (session) => {
    const { deletedCount } = await StepCount.collection.deleteMany(
      { _id: { $in: ids as never[] }, projectId: projectsOf(rows) },
      { session },
    )
    if (deletedCount < ids.length) await session.abortTransaction()
    else await updateEach(StepCount, updates, session)
  }, CONFLICT_LIMIT_MS)
}

function sumOf(rows: readonly StepCountRecord[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { steps } of rows) {
    for (const [step, counts] of Object.entries(steps)) {
      for (const [counter, count] of Object.entries(counts)) {
        const field = `steps.${step}.${counter}`
        sum[field] = (sum[field] ?? 0) + count
      }
    }
  }
  return sum
}
