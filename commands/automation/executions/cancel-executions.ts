import type { ClientSession } from 'mongoose'
import { notFound } from '../../../models/domain/errors.js'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Email } from '../../../models/email.js'
import { Execution } from '../../../models/execution.js'
import { Workflow } from '../../../models/workflow.js'
import { createBegunJob, runForAWhile } from '../../base/jobs/advance-job.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import { waitForSubmissions } from '../../sending/emails/wait-for-submissions.js'
import type { WorkflowRef } from '../workflows/find-workflow.js'
import { cancelExecutionsSlice, type ExecutionCancellation } from './cancel-executions-slice.js'
import { currentEmailsOf } from './find-step-email.js'
import { waitForCalls } from './step-call.js'

const WITHIN_REQUEST_MS = 2_000
// More than all workers can send or call at one moment.
const MAX_IN_PROGRESS = 10_000

/**
 * Cancels every execution of a workflow that has begun by now. One counter on the workflow does it, which is read
 * before every step and every message. The records of the executions are updated within the request as far as time
 * allows, and the rest by a durable job. After the return the executions send nothing more: the function waits for
 * messages and webhooks that were being sent before, for `patienceMs` at most. Returns how many executions were active.
 * Throws WORKFLOW_NOT_FOUND.
 */
export async function cancelExecutions(
  ref: WorkflowRef,
  patienceMs = 5_000,
): Promise<{ cancelled: number; jobId: string }> {
  const { projectId } = ref
  const { total, job } = await inQuotaTransaction(projectId, (session) => storeCancellation(session, ref))
  const { emails, calls } = await findInProgress(ref)
  await Promise.all([
    runForAWhile(job, cancelExecutionsSlice, WITHIN_REQUEST_MS),
    waitForSubmissions({ projectId, _id: emails }, patienceMs),
    waitForCalls({ projectId, _id: calls }, patienceMs),
  ])
  return { cancelled: total, jobId: job.jobId }
}

async function storeCancellation(session: ClientSession, ref: WorkflowRef) {
  const { projectId, workflowId } = ref
  const workflow = await Workflow.findOneAndUpdate(
    { _id: workflowId, projectId },
    { $inc: { 'cancellations.count': 1 }, $currentDate: { 'cancellations.at': true } },
    { session, returnDocument: 'after', timestamps: false },
  ).lean()
  if (!workflow?.cancellations) throw notFound('workflow', workflowId)
  const { count, at, completed = 0 } = workflow.cancellations
  // An earlier cancellation may have ended executions whose records still look active: they do not count.
  const since = completed === count - 1 ? {} : { cancellations: { $gte: count - 1 } }
  const active = { projectId, workflowId, status: { $in: ACTIVE_STATUSES }, ...since }
  const total = await Execution.countDocuments(active, { session })
  const input: ExecutionCancellation = { workflowId, count, at, total }
  const job = await createBegunJob({ projectId, kind: 'CANCEL_EXECUTIONS', input, result: { ended: 0 } }, session)
  return { job, total }
}

interface InProgress {
  emails: { $in: string[] }
  calls: { $in: string[] }
}

// Only these messages and calls must be waited for: later claims and calls see the cancellation before anything is
// sent.
async function findInProgress({ projectId, workflowId }: WorkflowRef): Promise<InProgress> {
  const running = Execution.find(
    { projectId, workflowId, status: 'RUNNING' },
    { startedAt: 1, sequence: 1, retries: 1 },
  )
  const [emails, calls] = await Promise.all([
    running
      .limit(MAX_IN_PROGRESS)
      .lean()
      .then((executions) =>
        Email.find({ ...currentEmailsOf(projectId, executions), status: 'SENDING' }, { _id: 1 }).lean(),
      ),
    Execution.find({ projectId, workflowId, status: { $in: ACTIVE_STATUSES }, isCalling: true }, { _id: 1 })
      .limit(MAX_IN_PROGRESS)
      .lean(),
  ])
  return { emails: { $in: emails.map(({ _id }) => _id) }, calls: { $in: calls.map(({ _id }) => _id) } }
}
