import { Workflow } from '../../../models/workflow.js'
import type { WorkflowRef } from './find-workflow.js'

/**
 * Stops a deletion of the workflow of an execution that has just become active. Returns false if the workflow is
 * deleted already, so that the execution must not exist. A deletion marks the workflow, then reads the active
 * executions, and succeeds only while its mark exists: either the deletion sees the execution, or this function removes
 * the mark.
 */
export async function revokeDeletion({ projectId, workflowId }: WorkflowRef): Promise<boolean> {
  const which = { _id: workflowId, projectId }
  const workflow = await Workflow.findOne(which, { deletion: 1 }).lean()
  if (!workflow?.deletion) return workflow !== null
  const unmarked = await Workflow.updateOne(which, { $unset: { deletion: 1 } }, { timestamps: false })
  return unmarked.matchedCount > 0
}
