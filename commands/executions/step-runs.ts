import type { ClientSession } from 'mongoose'
import { unescapeData } from '../../models/domain/fields.js'
import { StepExecution, type EndedStepRun } from '../../models/step-execution.js'
import type { ExecutionRecord } from '../../models/execution.js'
import { retryOnDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'

/** The latest output of a step, with its literal keys. */
export interface StepOutput {
  stepId: string
  output: Record<string, unknown>
}

// So many outcomes without outputs take some 10 KB. Responses of webhooks are larger: an execution that is read and
// written at each of its steps does not carry many of them along.
const MAX_EMBEDDED = 50
const MAX_EMBEDDED_BYTES = 256 * 1024

/** The latest output of each step in the order of the walk: of rows of their own, and of an execution's later `steps`. */
export function latestOutputs(rows: readonly StepOutput[], steps: readonly EndedStepRun[]): StepOutput[] {
  const latest = new Map(rows.map(({ stepId, output }) => [stepId, output]))
  for (const { stepId, output } of steps) {
    if (output === null) continue
    // A step that is walked again is the last one of the order.
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

/** Stores outcomes as rows of their own, in a transaction if `session` is given; stored ones stay as they are. */
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
