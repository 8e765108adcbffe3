import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { newMark } from '../../models/outbox-entry.js'
import { Wait } from '../../models/wait.js'

/** How an execution ends. */
export interface ExecutionEnd {
  projectId: string
  executionId: string
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
  exitReason: string | null
  /** When it ended; now unless said. */
  at?: Date
  /** Whether its durable execution has to be told, because it does not know of the end itself. */
  tell?: boolean
}

/** The update that ends an execution: it lets its contact in again, and nothing wakes it any more. */
export function endOf({ status, exitReason, at = new Date() }: Pick<ExecutionEnd, 'status' | 'exitReason' | 'at'>) {
  const hasArrived = status === 'COMPLETED' || status === 'EXITED'
  return {
    $set: { status, exitReason, completedAt: at, wakeAt: null, ...(hasArrived ? { currentStepId: null } : {}) },
    $unset: { activeKey: 1 as const },
  }
}

/** Ends an execution; null when it has ended already. Its open waits close. */
export async function closeExecution(end: ExecutionEnd): Promise<ExecutionRecord | null> {
  const { projectId, executionId } = end
  const { $set, $unset } = endOf(end)
  const closed = await Execution.findOneAndUpdate(
    { _id: executionId, projectId, status: { $in: ACTIVE_STATUSES } },
    { $set: { ...$set, ...(end.tell ? { dispatch: newMark() } : {}) }, $unset },
    { returnDocument: 'after' },
  ).lean()
  if (closed) await closeWaits(end)
  return closed
}

/** Closes the open waits of an execution that has ended: no event looks at them any more. */
export async function closeWaits({
  projectId,
  executionId,
}: {
  projectId: string
  executionId: string
}): Promise<void> {
  await Wait.updateMany({ executionId, projectId, state: 'open' }, { $set: { state: 'closed' } })
}
