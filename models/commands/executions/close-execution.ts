import type { ExecutionStatus } from '../../domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../execution.js'
import { pending } from '../../intent.js'
import { Wait } from '../../wait.js'

/** How an execution ends. */
export interface ExecutionEnd {
  projectId: string
  executionId: string
  from: readonly ExecutionStatus[]
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
  exitReason: string | null
  /** Only an execution of this workflow; omitted: of any. */
  workflowId?: string
  /** Whether its durable execution has to be told, because it does not know of the end itself. */
  tell?: boolean
}

/** The update that ends an execution: it lets its contact in again, and nothing wakes it any more. */
export function endOf({ status, exitReason }: Pick<ExecutionEnd, 'status' | 'exitReason'>) {
  const hasArrived = status === 'COMPLETED' || status === 'EXITED'
  return {
    $set: { status, exitReason, completedAt: new Date(), wakeAt: null, ...(hasArrived ? { currentStepId: null } : {}) },
    $unset: { activeKey: 1 as const },
  }
}

/** Ends an execution that is still in one of the states `from`; null when it is not. Its open waits close. */
export async function closeExecution(end: ExecutionEnd): Promise<ExecutionRecord | null> {
  const { projectId, executionId, from, workflowId } = end
  const { $set, $unset } = endOf(end)
  const closed = await Execution.findOneAndUpdate(
    {
      _id: executionId,
      projectId,
      status: { $in: from },
      ...(workflowId === undefined ? {} : { workflowId }),
    },
    { $set: { ...$set, ...(end.tell ? { dispatch: pending() } : {}) }, $unset },
    { returnDocument: 'after' },
  ).lean()
  if (closed) await Wait.updateMany({ executionId, projectId, state: 'open' }, { $set: { state: 'closed' } })
  return closed
}
