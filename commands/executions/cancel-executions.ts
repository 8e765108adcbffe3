import type { ClientSession } from 'mongoose'
import { notFound } from '../../models/domain/errors.js'
import { ACTIVE_STATUSES } from '../../models/domain/execution-status.js'
import { Email } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { Workflow } from '../../models/workflow.js'
import { createJob, runForAWhile } from '../jobs/advance-job.js'
import { outlastHandOver } from '../emails/outlast-hand-over.js'
import type { WorkflowRef } from '../workflows/find-workflow.js'
import { cancelExecutionsSlice, type ExecutionCancellation } from './cancel-executions-slice.js'
import { outlastCalls } from './step-call.js'

const AT_ONCE_MS = 2_000
// Above what all workers together can have on their way at one moment.
const MAX_ON_THEIR_WAY = 10_000

/**
 * Cancels every execution of a workflow that has begun by now, by one mark on the workflow that is looked at before
 * every step and every message; their records follow at once as far as time allows, and durably. When it returns,
 * nothing of them is sent any more: what was on its way before is waited for, for `patienceMs` at most.
 * Returns how many were active. Throws WORKFLOW_NOT_FOUND.
 */
export async function cancelExecutions(
  ref: WorkflowRef,
  patienceMs = 5_000,
): Promise<{ cancelled: number; jobId: string; entries: OutboxEntry[] }> {
  const { projectId } = ref
  const { total, jobId, entries } = await inTransaction((session) => mark(session, ref))
  const { emails, calls } = await findOnTheirWay(ref)
  const [told] = await Promise.all([
    runForAWhile({ projectId, jobId }, cancelExecutionsSlice, AT_ONCE_MS),
    outlastHandOver({ projectId, _id: emails }, patienceMs),
    outlastCalls({ projectId, _id: calls }, patienceMs),
  ])
  return { cancelled: total, jobId, entries: [...told.entries, ...(told.isDone ? [] : entries)] }
}

async function mark(session: ClientSession, ref: WorkflowRef) {
  const { projectId, workflowId } = ref
  const marked = await Workflow.findOneAndUpdate(
    { _id: workflowId, projectId },
    { $inc: { 'cancellations.count': 1 }, $currentDate: { 'cancellations.at': true } },
    { session, returnDocument: 'after', timestamps: false },
  ).lean()
  if (!marked?.cancellations) throw notFound('workflow', workflowId)
  const { count, at, told = 0 } = marked.cancellations
  // Those that an earlier cancellation ended are active only by their records.
  const since = told === count - 1 ? {} : { cancellations: { $gte: count - 1 } }
  const active = { projectId, workflowId, status: { $in: ACTIVE_STATUSES }, ...since }
  const total = await Execution.countDocuments(active, { session })
  const input: ExecutionCancellation = { workflowId, count, at, total }
  const job = await createJob({ projectId, kind: 'CANCEL_EXECUTIONS', input, result: { told: 0 } }, session)
  return { ...job, total }
}

interface OnTheirWay {
  emails: { $in: string[] }
  calls: { $in: string[] }
}

// Claims and calls from now on find the mark before anything leaves; so these are all there is to wait for.
async function findOnTheirWay({ projectId, workflowId }: WorkflowRef): Promise<OnTheirWay> {
  const active = { projectId, workflowId, status: { $in: ACTIVE_STATUSES } }
  const [emails, calls] = await Promise.all([
    Email.find({ projectId, workflowId, status: 'SENDING' }, { _id: 1 }).limit(MAX_ON_THEIR_WAY).lean(),
    Execution.find({ ...active, isCalling: true }, { _id: 1 })
      .limit(MAX_ON_THEIR_WAY)
      .lean(),
  ])
  return { emails: { $in: emails.map(({ _id }) => _id) }, calls: { $in: calls.map(({ _id }) => _id) } }
}
