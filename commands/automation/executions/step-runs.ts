import type { ClientSession } from 'mongoose'
import { unescapeData } from '../../../models/domain/fields.js'
import { StepExecution, type EndedStepRun } from '../../../models/step-execution.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { retryOnDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'

/** The latest output of a step, with its literal keys. */
export interface StepOutput {
  stepId: string
  output: Record<string, unknown>
}

// 50 outcomes without outputs take some 10 KB. Responses of webhooks are larger. An execution must not hold many of
// them, because each step reads the whole execution.
const MAX_EMBEDDED = 50
const MAX_EMBEDDED_BYTES = 256 * 1024

/**
 * The latest output of each step, in the order of the steps: from the rows, and from the later `steps` of the
 * execution.
 */
export function latestOutputs(rows: readonly StepOutput[], steps: readonly EndedStepRun[]): StepOutput[] {
  const latest = new Map(rows.map(({ stepId, output }) => [stepId, output]))
  for (const { stepId, output } of steps) {
    if (output === null) continue
    // A step that runs again moves to the end.
    latest.delete(stepId)
    latest.set(stepId, output)
  }
  return [...latest].map(([stepId, output]) => ({ stepId, output: unescapeData(output) }))
}

/** Whether the `steps` of an execution leave no room for more. */
export function areFull(steps: readonly EndedStepRun[]): boolean {
  return (
    steps.length >= MAX_EMBEDDED ||
    (steps.some(({ output }) => output !== null) && Buffer.byteLength(JSON.stringify(steps)) > MAX_EMBEDDED_BYTES)
  )
}

/** Stores outcomes as rows, in a transaction if `session` is given. Rows that are stored already stay as they are. */
export async function storeOlderSteps(
  { projectId, _id: executionId }: Pick<ExecutionRecord, 'projectId' | '_id'>,
  steps: readonly EndedStepRun[],
  session?: ClientSession,
): Promise<void> {
  const writes = steps.map(({ sequence, retries, ...fields }) => ({
    updateOne: {
      filter: { projectId, executionId, sequence, retries },
      update: { $setOnInsert: fields },
      upsert: true,
    },
  }))
  const store = () => StepExecution.bulkWrite(writes, { ordered: false, ...(session ? { session } : {}) })
  await (session ? store() : retryOnDuplicateKey(store))
}
