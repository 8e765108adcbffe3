import { notFound } from '../../models/domain/errors.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'

interface Wanted {
  projectId: string
  executionId: string
}

/** The record of an execution, or null. */
export function loadExecution({ projectId, executionId }: Wanted): Promise<ExecutionRecord | null> {
  return Execution.findOne({ _id: executionId, projectId }).lean()
}

/** The record of an execution. Throws EXECUTION_NOT_FOUND. */
export async function requireExecution(wanted: Wanted): Promise<ExecutionRecord> {
  const execution = await loadExecution(wanted)
  if (!execution) throw notFound('execution', wanted.executionId)
  return execution
}
