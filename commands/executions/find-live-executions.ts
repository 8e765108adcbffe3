import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Execution } from '../../models/execution.js'
import { Workflow } from '../../models/workflow.js'
import { isCancelledWithWorkflow } from './cancelled-executions.js'

/**
 * The ids of those executions of a project that may still send: active, and not cancelled with all of their workflow.
 * For the eligibility check of messages, which reads project and contact itself.
 */
export async function findLiveExecutions(projectId: string, executionIds: string[]): Promise<Set<string>> {
  if (executionIds.length === 0) return new Set()
  const active = await Execution.find(
    { _id: { $in: executionIds }, projectId, status: { $in: ACTIVE_STATUSES } },
    { status: 1, cancellations: 1, workflowId: 1 },
  ).lean()
  const workflowIds = [...new Set(active.map(({ workflowId }) => workflowId))]
  const workflows = await Workflow.find({ _id: { $in: workflowIds }, projectId }, { cancellations: 1 }).lean()
  const byId = new Map(workflows.map((workflow) => [workflow._id, workflow]))
  const live = active.filter((execution) => {
    const workflow = byId.get(execution.workflowId)
    return workflow && !isCancelledWithWorkflow(execution, workflow)
  })
  return new Set(live.map(({ _id }) => _id))
}
