import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Execution } from '../../models/execution.js'
import { Workflow } from '../../models/workflow.js'
import { isCancelledWithAll } from './cancelled-with-all.js'

/**
 * Which of these executions of a project may still send what they made: those that are active and were not cancelled
 * with all of their workflow. For messages about to leave, which look at project and contact themselves.
 */
export async function findActing(projectId: string, executionIds: string[]): Promise<Set<string>> {
  if (executionIds.length === 0) return new Set()
  const active = await Execution.find(
    { _id: { $in: executionIds }, projectId, status: { $in: ACTIVE_STATUSES } },
    { status: 1, cancellations: 1, workflowId: 1 },
  ).lean()
  const workflowIds = [...new Set(active.map(({ workflowId }) => workflowId))]
  const workflows = await Workflow.find({ _id: { $in: workflowIds }, projectId }, { cancellations: 1 }).lean()
  const byId = new Map(workflows.map((workflow) => [workflow._id, workflow]))
  const acting = active.filter((execution) => {
    const workflow = byId.get(execution.workflowId)
    return workflow && !isCancelledWithAll(execution, workflow)
  })
  return new Set(acting.map(({ _id }) => _id))
}
