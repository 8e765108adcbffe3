import { notFound } from '../../../models/domain/errors.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'

interface ExecutionKey {
  projectId: string
  executionId: string
}

/** The record of an execution, or null. */
export function loadExecution({ projectId, executionId }: ExecutionKey): Promise<ExecutionRecord | null> {
  return Execution.findOne({ _id: executionId, projectId }).lean()
}

/** The record of an execution. Throws EXECUTION_NOT_FOUND. */
export async function requireExecution(key: ExecutionKey): Promise<ExecutionRecord> {
  const execution = await loadExecution(key)
  if (!execution) throw notFound('execution', key.executionId)
  return execution
}
