import { Execution } from '../../../models/execution.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { isCancelledWithWorkflow } from './cancelled-executions.js'
import { stopAndEnqueue } from './stop-cause.js'

/**
 * Ends the execution that has an active key, if all executions of its workflow were cancelled since it began and only
 * its record is still active. Returns false when no execution or an active one has the key.
 */
export async function releaseActiveKey(workflow: WorkflowRecord, activeKey: string): Promise<boolean> {
  const { projectId, cancellations } = workflow
  const holder = cancellations && (await Execution.findOne({ activeKey, projectId }).lean())
  if (!holder || !isCancelledWithWorkflow(holder, workflow)) return false
  await stopAndEnqueue(holder, { cause: 'allCancelled', at: cancellations.at })
  return true
}
