import { ACTIVE_STATUSES, isActive, type ExecutionStatus } from '../../models/domain/execution-status.js'
import type { ExecutionRecord } from '../../models/execution.js'
import type { WorkflowRecord } from '../../models/workflow.js'

/** The `exitReason` of an execution that was cancelled together with all others of its workflow. */
export const CANCELLED_WITH_ALL = 'All executions cancelled'

type Marked = Pick<WorkflowRecord, 'cancellations'>

/** Whether all executions of its workflow were cancelled since this one began, whatever its record says yet. */
export function isCancelledWithAll<W extends Marked>(
  { status, cancellations }: Pick<ExecutionRecord, 'status' | 'cancellations'>,
  workflow: W,
): workflow is W & Required<Marked> {
  return isActive(status) && cancellations < (workflow.cancellations?.count ?? 0)
}

/** An execution as it stands, whether a cancellation of all has come to its record yet or not. */
export function asItStands(execution: ExecutionRecord, workflow: Marked): ExecutionRecord {
  if (!isCancelledWithAll(execution, workflow)) return execution
  const { at: completedAt } = workflow.cancellations
  return { ...execution, status: 'CANCELLED', exitReason: CANCELLED_WITH_ALL, completedAt, wakeAt: null }
}

/** What finds the executions of a workflow that stand in this status. */
export function standingIn(status: ExecutionStatus, { cancellations }: Marked) {
  // Once every record says so, the status alone does, which is the faster look.
  const isTold = !cancellations || cancellations.told === cancellations.count
  if (isTold || (status !== 'CANCELLED' && !isActive(status))) return { status }
  const begunBefore = { $lt: cancellations.count }
  if (status !== 'CANCELLED') return { status, cancellations: { $not: begunBefore } }
  return { $or: [{ status }, { status: { $in: ACTIVE_STATUSES }, cancellations: begunBefore }] }
}
