import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { newMark } from '../../models/outbox-entry.js'
import { countExecutionsEnded } from '../../runtime/metrics/work.js'
import { Wait } from '../../models/wait.js'

/** The end of an execution. */
export interface ExecutionEnd {
  projectId: string
  executionId: string
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
  exitReason: string | null
  /** The time of the end; now if omitted. */
  at?: Date
  /** Enqueues the end for the Temporal workflow execution, which does not know of it. */
  tell?: boolean
}

/** The update that ends an execution: it frees the active key, so that the contact may enter again. */
export function endOf({ status, exitReason, at = new Date() }: Pick<ExecutionEnd, 'status' | 'exitReason' | 'at'>) {
  const hasArrived = status === 'COMPLETED' || status === 'EXITED'
  return {
    $set: { status, exitReason, completedAt: at, wakeAt: null, ...(hasArrived ? { currentStepId: null } : {}) },
    $unset: { activeKey: 1 as const },
  }
}

/** Ends an execution and closes its open waits; null when it has ended already. */
export async function closeExecution(end: ExecutionEnd): Promise<ExecutionRecord | null> {
  const { projectId, executionId } = end
  const { $set, $unset } = endOf(end)
  const closed = await Execution.findOneAndUpdate(
    { _id: executionId, projectId, status: { $in: ACTIVE_STATUSES } },
    { $set: { ...$set, ...(end.tell ? { dispatch: newMark() } : {}) }, $unset },
    { returnDocument: 'after' },
  ).lean()
  if (closed) {
    countExecutionsEnded(closed.status)
    await closeWaits(end)
  }
  return closed
}

/** Closes the open waits of an execution that has ended, so that events ignore them. */
export async function closeWaits({
  projectId,
  executionId,
}: {
  projectId: string
  executionId: string
}): Promise<void> {
  await Wait.updateMany({ executionId, projectId, state: 'open' }, { $set: { state: 'closed' } })
}
