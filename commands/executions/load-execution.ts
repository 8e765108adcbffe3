import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'

const MAX_TOGETHER = 100

/** The record of an execution, or null; concurrent reads of one project share a query. */
export const loadExecution = batchCalls<{ projectId: string; executionId: string }, ExecutionRecord | null>({
  keyOf: ({ projectId }) => projectId,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 2,
  async run(asked) {
    const projectId = asked[0]?.projectId ?? ''
    const ids = new Set(asked.map(({ executionId }) => executionId))
    const found = await Execution.find({ _id: { $in: [...ids] }, projectId }).lean()
    const byId = new Map(found.map((execution) => [execution._id, execution]))
    return asked.map(({ executionId }) => byId.get(executionId) ?? null)
  },
})
