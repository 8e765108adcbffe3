import { notFound } from '../../models/domain/errors.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { asItStands } from './cancelled-with-all.js'

/** Which execution, of which workflow. */
export interface ExecutionRef extends WorkflowRef {
  executionId: string
}

/** An execution as it stands, and its workflow. Throws the 404 of the workflow or of the execution. */
export async function findExecution(
  ref: ExecutionRef,
): Promise<{ workflow: WorkflowRecord; execution: ExecutionRecord }> {
  const { projectId, workflowId, executionId } = ref
  const workflow = await findWorkflow(ref)
  const execution = await Execution.findOne({ _id: executionId, projectId, workflowId }).lean()
  if (!execution) throw notFound('execution', executionId)
  return { workflow, execution: asItStands(execution, workflow) }
}
