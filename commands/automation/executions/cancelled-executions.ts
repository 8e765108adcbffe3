import type { PipelineStage } from 'mongoose'
import {
  ACTIVE_STATUSES,
  isActive,
  type ExecutionFilter,
  type ExecutionStatus,
} from '../../../models/domain/execution-status.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { Workflow, type WorkflowRecord } from '../../../models/workflow.js'

/** The `exitReason` of an execution that was cancelled with all others of its workflow. */
export const ALL_CANCELLED = 'All executions cancelled'

type Cancellable = Pick<WorkflowRecord, 'cancellations'>

/** Whether all executions of the workflow were cancelled since this one began, even if its record is still active. */
export function isCancelledWithWorkflow<W extends Cancellable>(
  { status, cancellations }: Pick<ExecutionRecord, 'status' | 'cancellations'>,
  workflow: W,
): workflow is W & Required<Cancellable> {
  return isActive(status) && cancellations < (workflow.cancellations?.count ?? 0)
}

/**
 * The stages of an aggregation that keep the executions of projects that may still send: they are active, and not
 * cancelled with all of their workflow. For the eligibility check of messages, which reads project and contact itself.
 */
export function mayStillSend(
  projectIds: readonly string[],
): Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[] {
  const pipeline = [{ $match: { projectId: { $in: [...projectIds] } } }, { $project: { cancellations: 1 } }]
  const of = { localField: 'workflowId', foreignField: '_id' }
  return [
    { $match: { status: { $in: [...ACTIVE_STATUSES] } } },
    { $lookup: { from: Workflow.collection.name, ...of, pipeline, as: 'workflow' } },
    { $unwind: '$workflow' },
    { $match: { $expr: { $gte: ['$cancellations', { $ifNull: ['$workflow.cancellations.count', 0] }] } } },
  ]
}

/** An execution with its current status. Its record may not show a cancellation of all yet. */
export function withCurrentStatus<Listed extends Omit<ExecutionRecord, 'steps'>>(
  execution: Listed,
  workflow: Cancellable,
): Listed {
  if (!isCancelledWithWorkflow(execution, workflow)) return execution
  const { at: completedAt } = workflow.cancellations
  return { ...execution, status: 'CANCELLED', exitReason: ALL_CANCELLED, completedAt, wakeAt: null }
}

/** The filter for the executions of a workflow that have not ended. */
export function activeFilter(workflow: Cancellable) {
  return { ...statusFilter('RUNNING', workflow), status: { $in: ACTIVE_STATUSES } }
}

/** The filter for the executions of a workflow whose current status is this one. */
export function statusFilter(status: ExecutionStatus, { cancellations }: Cancellable) {
  // Once every record has the cancellation, the status alone is enough, and the query is faster.
  const isRecorded = !cancellations || cancellations.completed === cancellations.count
  if (isRecorded || (status !== 'CANCELLED' && !isActive(status))) return { status }
  const begunBefore = { $lt: cancellations.count }
  if (status !== 'CANCELLED') return { status, cancellations: { $not: begunBefore } }
  return { $or: [{ status }, { status: { $in: ACTIVE_STATUSES }, cancellations: begunBefore }] }
}

/**
 * The filter for the executions of any workflow whose current status is this one, or active. `cancelling` are the
 * workflows whose cancellation of all executions has not reached every record.
 */
export function statusFilterOf(
  status: ExecutionFilter,
  cancelling: readonly (Pick<WorkflowRecord, '_id'> & Required<Cancellable>)[],
) {
  if (status === 'CANCELLED') {
    const cancelled = cancelledOf(cancelling)
    return cancelled.length === 0 ? { status } : { $or: [{ status }, ...cancelled] }
  }
  const ofStatus = { status: status === 'ACTIVE' ? { $in: ACTIVE_STATUSES } : status }
  const mayBeCancelled = status === 'ACTIVE' || isActive(status)
  return cancelling.length > 0 && mayBeCancelled ? { ...ofStatus, $nor: cancelledOf(cancelling) } : ofStatus
}

/** The filters for the executions whose records do not show yet that all of their workflow were cancelled. */
function cancelledOf(cancelling: readonly (Pick<WorkflowRecord, '_id'> & Required<Cancellable>)[]) {
  return cancelling.map(({ _id, cancellations }) => ({
    workflowId: _id,
    status: { $in: ACTIVE_STATUSES },
    cancellations: { $lt: cancellations.count },
  }))
}
