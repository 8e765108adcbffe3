import { setTimeout as delay } from 'node:timers/promises'
import { ACTIVE_STATUSES } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import { StepCount } from '../../../models/step-count.js'
import { StepExecution } from '../../../models/step-execution.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { Wait } from '../../../models/wait.js'
import { WorkflowVersion } from '../../../models/workflow-version.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { currentEmailsOf } from '../executions/find-step-email.js'
import { stopAndEnqueue } from '../executions/stop-cause.js'
import { findWaiting } from '../../base/outbox/find-waiting.js'
import { withdrawEmails } from '../../sending/emails/withdraw-emails.js'
import type { WorkflowRef } from './find-workflow.js'

const BATCH = 200
const PAUSE_MS = 100

/** The workflow whose executions and versions a job removes. */
export interface WorkflowDeletion {
  workflowId: string
}

/** Removes the next executions of a deleted workflow, and its versions when no execution is left. */
export async function deleteWorkflowSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<WorkflowDeletion, { total: number }, { deleted: number }>(ref)
  if (!job) return NOTHING_LEFT
  const of = { projectId: ref.projectId, workflowId: job.input.workflowId }
  const { total } = job.cursor ?? { total: await Execution.countDocuments(of) }
  await stopExecutions(of)
  const count = await deleteExecutions(of)
  const isEmpty = count === 0 && (await Execution.exists(of)) === null
  // The ends of the remaining executions are still in the outbox: wait for their dispatch.
  if (count === 0 && !isEmpty) await delay(PAUSE_MS)
  const isDone = isEmpty && (await deleteVersions(of))
  const deleted = job.result.deleted + count
  const progress = (deleted / Math.max(total, 1)) * 100
  await inTransaction((session) =>
    advanceJob(session, job, { cursor: { total }, progress, result: { deleted }, isDone }),
  )
  return { isDone, progress }
}

// An execution can still look active if it was cancelled together with all others, or if the process that started it
// died before it checked for a deletion (`revokeDeletion`).
async function stopExecutions(of: WorkflowRef): Promise<void> {
  const { projectId } = of
  const fields = { projectId: 1, contactId: 1, startedAt: 1, sequence: 1, retries: 1 }
  const active = await Execution.find({ ...of, status: { $in: ACTIVE_STATUSES } }, fields)
    .limit(BATCH)
    .lean()
  for (const execution of active) {
    await stopAndEnqueue(execution, { cause: 'workflowDeleted', at: new Date() })
    await withdrawEmails(currentEmailsOf(projectId, [execution]))
  }
}

// Dependent rows are deleted first, so that a run after an interruption finds the batch again by its executions.
async function deleteExecutions(of: WorkflowRef): Promise<number> {
  const { projectId } = of
  const ended = await Execution.find({ ...of, status: { $nin: ACTIVE_STATUSES } }, { _id: 1 })
    .limit(BATCH)
    .lean()
  const all = ended.map(({ _id }) => _id)
  const waiting = await findWaiting('execution', projectId, all)
  const ids = all.filter((id) => !waiting.has(id))
  if (ids.length === 0) return 0
  const executionId = { $in: ids }
  await StepExecution.deleteMany({ projectId, executionId })
  await Wait.deleteMany({ projectId, executionId })
  await Execution.deleteMany({ _id: executionId, projectId })
  return ids.length
}

/** Deletes the next versions and the counters of steps; returns whether none is left. */
async function deleteVersions({ projectId, workflowId }: WorkflowRef): Promise<boolean> {
  await StepCount.deleteMany({ projectId, workflowId })
  const _id = { $gte: `${workflowId}:`, $lt: `${workflowId};` }
  const versions = await WorkflowVersion.find({ _id, projectId }, { _id: 1 }).limit(BATCH).lean()
  await WorkflowVersion.deleteMany({ _id: { $in: versions.map(({ _id }) => _id) }, projectId })
  return versions.length < BATCH
}
