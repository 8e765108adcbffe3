import type { ClientSession } from 'mongoose'
import { Job, type JobRecord } from '../../../models/job.js'
import { Project } from '../../../models/project.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { removeState } from '../../base/records/project-state.js'
import { advanceJob, NOTHING_LEFT, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { endSubscription } from './end-subscription.js'
import type { Erasing, ErasureStep } from './erasure-step.js'
import { CONTENT_STEPS, countRows, LAST_STEPS, removeDomains } from './owned-rows.js'
import { awaitQuiet, removeWorkflows, stopCampaigns, stopExecutions, stopJobs } from './stop-project.js'

const STOP: readonly ErasureStep[] = [stopJobs, stopCampaigns, stopExecutions, awaitQuiet, removeWorkflows, awaitQuiet]

const STEPS: Record<Erasing['kind'], readonly ErasureStep[]> = {
  RESET: [...STOP, ...CONTENT_STEPS],
  // Domains are removed first, so that no more mail is received for them. The subscription is ended last, so that an
  // outage of the payment service delays only the removal of the project itself.
  DELETE: [...STOP, removeDomains, ...CONTENT_STEPS, ...LAST_STEPS, endSubscription],
}

interface Cursor {
  step: number
  /** How many documents the current pass over the steps has found. */
  found: number
  /** How many rows there were at the beginning. */
  total: number
}

type ErasureJob = JobRecord<object, Cursor, { deleted: number }>

/**
 * Does the next slice of the reset or deletion of a project. The steps are repeated until a pass over all of them finds
 * nothing: a request or an activity that was running when the project was disabled may store a row after the step that
 * removes rows of its kind.
 */
export async function eraseProjectSlice(
  { projectId, jobId }: JobRef,
  kept: Pick<Erasing, 'domains' | 'uploads' | 'billing'>,
): Promise<SliceDone> {
  const job = await Job.findOne({ _id: jobId, projectId }).lean<ErasureJob>()
  // The last transaction of a deletion removes the job.
  if (!job || job.status === 'COMPLETED' || job.status === 'FAILED') return NOTHING_LEFT
  const kind = job.kind === 'RESET_PROJECT' ? 'RESET' : 'DELETE'
  const erasing: Erasing = { projectId, jobId, kind, ...kept }
  const at = job.cursor ?? { step: 0, found: 0, total: await countRows(erasing) }
  const step = STEPS[kind][at.step]
  if (!step) return at.found === 0 ? finish(erasing, job) : move(erasing, job, { ...at, step: 0, found: 0 }, 0)
  const { count, isWaiting = false } = await step(erasing)
  const rows = isWaiting ? 0 : count
  const next = { ...at, step: at.step + (count === 0 ? 1 : 0), found: at.found + rows }
  return move(erasing, job, next, rows)
}

async function move({ projectId }: Erasing, job: ErasureJob, cursor: Cursor, rows: number): Promise<SliceDone> {
  const deleted = job.result.deleted + rows
  const progress = Math.min(99, (deleted / Math.max(cursor.total, 1)) * 100)
  await inTransaction((session) =>
    advanceJob(session, { ...job, projectId }, { cursor, progress, result: { deleted }, isDone: false }),
  )
  return { isDone: false, progress }
}

async function finish(erasing: Erasing, job: ErasureJob): Promise<SliceDone> {
  await inTransaction((session) =>
    erasing.kind === 'RESET' ? reopen(erasing, job, session) : removeRest(erasing, session),
  )
  // A process that dies here leaves a small document, which no query finds.
  if (erasing.kind === 'DELETE') await removeState(erasing.projectId)
  return NOTHING_LEFT
}

async function reopen({ projectId, jobId }: Erasing, job: ErasureJob, session: ClientSession): Promise<void> {
  const mark = { _id: projectId, 'erasure.jobId': jobId }
  const project = await Project.findOne(mark, { erasure: 1 }, { session }).lean()
  const before = project?.erasure?.before
  // The logos of the brand were removed with all images.
  if (before) await Project.updateOne(mark, { $set: before, $unset: { erasure: 1, brand: 1 } }, { session })
  await advanceJob(session, job, { cursor: job.cursor, progress: 100, result: job.result, isDone: true })
}

async function removeRest({ projectId, jobId }: Erasing, session: ClientSession): Promise<void> {
  await Project.deleteOne({ _id: projectId, 'erasure.jobId': jobId }, { session })
  await Job.deleteOne({ _id: jobId, projectId }, { session })
}
