import { notFound } from '../../../models/domain/errors.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { findWorkflow, type WorkflowRef } from '../workflows/find-workflow.js'
import { withCurrentStatus } from './cancelled-executions.js'

/** The ids of an execution, its workflow and its project. */
export interface ExecutionRef extends WorkflowRef {
  executionId: string
}

/** An execution with its current status, and its workflow. Throws the 404 of the workflow or of the execution. */
export async function findExecution(
  ref: ExecutionRef,
): Promise<{ workflow: WorkflowRecord; execution: ExecutionRecord }> {
  const { projectId, workflowId, executionId } = ref
  const workflow = await findWorkflow(ref)
  const execution = await Execution.findOne({ _id: executionId, projectId, workflowId }).lean()
  if (!execution) throw notFound('execution', executionId)
  return { workflow, execution: withCurrentStatus(execution, workflow) }
}
