import { Workflow } from '../../models/workflow.js'
import type { WorkflowRef } from './find-workflow.js'

/**
 * Keeps a workflow from being deleted under an execution that was made active just before; false when it is gone
 * already, and the execution must not be. A deletion marks the workflow, then looks for active executions, and goes
 * through only while its mark stands: either it sees the execution, or the mark is seen here and taken away.
 */
export async function holdWorkflow({ projectId, workflowId }: WorkflowRef): Promise<boolean> {
  const which = { _id: workflowId, projectId }
  const workflow = await Workflow.findOne(which, { deletion: 1 }).lean()
  if (!workflow?.deletion) return workflow !== null
  const held = await Workflow.updateOne(which, { $unset: { deletion: 1 } }, { timestamps: false })
  return held.matchedCount > 0
}
