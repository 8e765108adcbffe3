import { Execution } from '../../models/execution.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { WorkflowRecord } from '../../models/workflow.js'
import { isCancelledWithAll } from './cancelled-with-all.js'
import { halt } from './find-halt.js'

/**
 * Ends the execution that holds a contact's place in a workflow when all were cancelled since it began and only its
 * record has not been told; returns what that sets off, null when nothing is in the way that should not be.
 */
export async function endHolder(workflow: WorkflowRecord, activeKey: string): Promise<OutboxEntry[] | null> {
  const { projectId, cancellations } = workflow
  const holder = cancellations && (await Execution.findOne({ activeKey, projectId }).lean())
  if (!holder || !isCancelledWithAll(holder, workflow)) return null
  await halt(holder, { cause: 'allCancelled', at: cancellations.at }, true)
  return [{ kind: 'execution', projectId, id: holder._id }]
}
