import type { ClientSession } from 'mongoose'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { countExecutionsEnded } from '../../../runtime/metrics/work.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { setOff } from '../../base/outbox/set-off.js'
import { notifyOfFailure } from './notify-of-failure.js'
import { Wait } from '../../../models/wait.js'

/** The end of an execution. */
export interface ExecutionEnd {
  projectId: string
  executionId: string
  /** Where the caller knows it. Among shards it leads to the execution. */
  contactId?: string
  status: 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED'
  exitReason: string | null
  /** The time of the end; now if omitted. */
  at?: Date
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
  const closed = await close(end)
  if (closed) await afterClose(end, closed)
  return closed
}

/**
 * Ends an execution as `closeExecution` does, and stores the outbox entry that ends its Temporal workflow execution.
 */
export async function closeAndEnqueue(end: ExecutionEnd): Promise<ExecutionRecord | null> {
  const { projectId, executionId } = end
  const closed = await inTransaction(async (session) => {
    const execution = await close(end, session)
    if (execution) await setOff(session, { kind: 'execution', projectId, ids: [executionId] })
    return execution
  })
  if (closed) await afterClose(end, closed)
  return closed
}

function close(end: ExecutionEnd, session: ClientSession | null = null): Promise<ExecutionRecord | null> {
  const { projectId, executionId, contactId } = end
  const active = {
    _id: executionId,
    projectId,
    ...(contactId === undefined ? {} : { contactId }),
    status: { $in: ACTIVE_STATUSES },
  }
  return Execution.findOneAndUpdate(active, endOf(end), { returnDocument: 'after', session }).lean()
}

async function afterClose(end: ExecutionEnd, closed: ExecutionRecord): Promise<void> {
  countExecutionsEnded(end.status)
  await closeWaits(end)
  if (end.status === 'FAILED') await notifyOfFailure(closed)
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
