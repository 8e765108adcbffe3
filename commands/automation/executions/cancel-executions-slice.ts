import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution, type ExecutionRecord } from '../../../models/execution.js'
import { countExecutionsEnded } from '../../../runtime/metrics/work.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { Wait } from '../../../models/wait.js'
import { Workflow } from '../../../models/workflow.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { setOff } from '../../base/outbox/set-off.js'
import { withdrawEmails } from '../../sending/emails/withdraw-emails.js'
import { ALL_CANCELLED } from './cancelled-executions.js'
import { endOf } from './close-execution.js'
import { currentEmailsOf } from './find-step-email.js'

const BATCH = 500

/** The input of a job that ends the executions of a workflow that began before its `count`th cancellation of all. */
export interface ExecutionCancellation {
  workflowId: string
  count: number
  at: Date
  /** How many executions were active at the cancellation. */
  total: number
}

/** Ends the next executions of a workflow whose executions were all cancelled. */
export async function cancelExecutionsSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ExecutionCancellation, { after: string }, { ended: number }>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId } = ref
  const { total } = job.input
  const batch = await nextBatch(projectId, job.input, job.cursor?.after)
  await cancelBatch(projectId, batch, { exitReason: ALL_CANCELLED, at: job.input.at })
  const isDone = batch.length < BATCH
  const ended = job.result.ended + batch.length
  const cursor = { after: batch.at(-1)?.activeKey ?? job.cursor?.after }
  const progress = (ended / Math.max(total, 1)) * 100
  if (isDone) await recordCompleted(projectId, job.input)
  await inTransaction((session) => advanceJob(session, job, { cursor, progress, result: { ended }, isDone }))
  return { isDone, progress }
}

// The order is that of the active keys, which only active executions have, so that each newer execution is skipped
// once.
function nextBatch(projectId: string, { workflowId, count }: ExecutionCancellation, after = `${workflowId}:`) {
  const activeKey = { $gt: after, $lt: `${workflowId};` }
  return Execution.find(
    { projectId, workflowId, activeKey, cancellations: { $lt: count } },
    { activeKey: 1, startedAt: 1, sequence: 1, retries: 1 },
  )
    .sort({ activeKey: 1 })
    .limit(BATCH)
    .lean()
}

/** The part of an execution that its cancellation needs. */
type ExecutionToEnd = Pick<ExecutionRecord, '_id' | 'startedAt' | 'sequence' | 'retries'>

/**
 * Ends active executions and their waits, and stores the outbox entry that ends their Temporal workflow executions.
 * Waiting messages are withdrawn first, so that a run after an interruption finds the executions again.
 */
export async function cancelBatch(
  projectId: string,
  batch: readonly ExecutionToEnd[],
  { exitReason, at }: { exitReason: string; at: Date },
): Promise<void> {
  const ids = batch.map(({ _id }) => _id)
  const emails = currentEmailsOf(projectId, batch)
  while ((await withdrawEmails(emails)) > 0);
  await Wait.updateMany({ projectId, executionId: { $in: ids }, state: 'open' }, { $set: { state: 'closed' } })
  const { $set, $unset } = endOf({ status: 'CANCELLED', exitReason, at })
  const count = await inTransaction(async (session) => {
    const { modifiedCount } = await Execution.updateMany(
      { _id: { $in: ids }, projectId, status: { $in: ACTIVE_STATUSES } },
      { $set, $unset },
      { session },
    )
    await setOff(session, { kind: 'execution', projectId, ids })
    return modifiedCount
  })
  countExecutionsEnded('CANCELLED', count)
}

async function recordCompleted(projectId: string, { workflowId, count }: ExecutionCancellation): Promise<void> {
  const which = { _id: workflowId, projectId, 'cancellations.completed': { $not: { $gte: count } } }
  await Workflow.updateOne(which, { $set: { 'cancellations.completed': count } }, { timestamps: false })
}
