import type { ClientSession } from 'mongoose'
import { ExportPart } from '../../../models/export-part.js'
import { newId } from '../../../runtime/ids.js'
import { inQueue, Outbox } from '../../../models/outbox-entry.js'
import {
  IS_ACTIVE,
  Job,
  KINDS_DELETED_AT_END,
  KINDS_WITH_ADDRESSES,
  QUOTA_JOB_KINDS,
  type JobKind,
  type JobRecord,
} from '../../../models/job.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { endImportFile } from './end-import-file.js'
import { inQuotaTransaction } from '../quotas/in-quota-transaction.js'
import { requireQuota } from '../quotas/require-quota.js'
import { notifyOfEnd, OF_END, type EndedJob } from '../notifications/notification-of-job.js'
import { enqueue } from '../outbox/owner.js'
import { isTooSlow } from '../listing/scan.js'
import { setOff, storeEntries } from '../outbox/set-off.js'

// The faulty rows of imports and the files of exports are kept as long.
const ADDRESSES_MS = 24 * 60 * 60 * 1000

/** The ids of a job and its project. */
export interface JobRef {
  projectId: string
  jobId: string
}

/** The progress of a job after a slice. */
export interface SliceDone {
  isDone: boolean
  progress: number
}

/** Runs the next slice of a job. It is safe to repeat. */
export type RunSlice = (ref: JobRef) => Promise<SliceDone>

/** Another run of the same job has done this slice; the transaction of this run has to be aborted. */
export class SliceConflictError extends Error {
  override readonly name = 'SliceConflictError'
}

/** A job to store. */
export interface NewJob {
  projectId: string
  kind: JobKind
  input: object
  result?: object
  id?: string
  /** Whether the job follows from a change that is accepted; the quota of pending jobs does not refuse such a job. */
  isFollowUp?: boolean
}

/**
 * Stores a job, which a Temporal workflow carries out; inside `session` if the job belongs to other writes. Returns the
 * id of the job. Throws QUOTA_EXCEEDED.
 */
export async function createJob(job: NewJob, session?: ClientSession): Promise<string> {
  const store = async (within: ClientSession): Promise<string> => {
    const jobId = await storeJob(job, within)
    await setOff(within, { kind: 'job', projectId: job.projectId, ids: [jobId] })
    return jobId
  }
  if (session) return store(session)
  return countsInQuota(job) ? inQuotaTransaction(job.projectId, store) : inTransaction(store)
}

/**
 * Stores a job for `runForAWhile`, inside `session`; see `createJob`. Its outbox entry waits for the end of
 * `runForAWhile`, and is taken over by another process if this one dies before.
 */
export async function createBegunJob(job: NewJob, session: ClientSession): Promise<JobRef> {
  const { projectId } = job
  const jobId = await storeJob(job, session)
  await storeEntries(session, { kind: 'job', projectId, ids: [jobId] })
  return { projectId, jobId }
}

function countsInQuota({ kind, isFollowUp = false }: NewJob): boolean {
  return QUOTA_JOB_KINDS.includes(kind) && !isFollowUp
}

async function storeJob(job: NewJob, session: ClientSession): Promise<string> {
  const { projectId, kind, input, result = {}, id = newId() } = job
  if (countsInQuota(job)) await requireQuota(session, projectId, 'jobs')
  await Job.create([{ _id: id, projectId, kind, input, result }], { session })
  return id
}

/** The job of a slice; null when the job has ended, whether its document still exists or not. */
export async function openJob<Input, Cursor, Result>({
  projectId,
  jobId,
}: JobRef): Promise<JobRecord<Input, Cursor, Result> | null> {
  const job = await Job.findOne({ _id: jobId, projectId }).lean<JobRecord<Input, Cursor, Result>>()
  return job?.status === 'COMPLETED' || job?.status === 'FAILED' ? null : job
}

/** The result of a slice whose job has ended. */
export const NOTHING_LEFT: SliceDone = { isDone: true, progress: 100 }

/**
 * Stores the progress of a job inside the transaction of its slice. Throws SliceConflictError when another run has done
 * this slice, so that the transaction is aborted.
 */
export async function advanceJob(
  session: ClientSession,
  job: JobRecord,
  { cursor, progress, result, isDone }: { cursor: unknown; progress: number; result: unknown; isDone: boolean },
): Promise<void> {
  const asRead = { _id: job._id, projectId: job.projectId, slices: job.slices, ...IS_ACTIVE }
  const change = {
    $set: {
      cursor,
      result,
      progress: isDone ? 100 : Math.min(99, Math.floor(progress)),
      status: isDone ? ('COMPLETED' as const) : ('RUNNING' as const),
      ...(isDone ? endOf(job.kind) : {}),
    },
    $inc: { slices: 1 },
  }
  const isDeleted = isDone && KINDS_DELETED_AT_END.includes(job.kind)
  const moved = isDeleted
    ? (await Job.deleteOne(asRead, { session })).deletedCount
    : (await Job.updateOne(asRead, change, { session })).modifiedCount
  if (moved === 0) throw new SliceConflictError(`Slice ${job.slices} of job ${job._id} is done already`)
  if (!isDone) return
  // A job that its request has completed needs no Temporal workflow.
  await Outbox.deleteMany(entryOf({ projectId: job.projectId, jobId: job._id }), { session })
  await notifyOfEnd(session, { ...job, result }, 'completed')
}

/** The filter of the outbox entry of a job. */
function entryOf({ projectId, jobId }: JobRef) {
  return { ...inQueue('job', projectId), ids: jobId }
}

/** Fails a job for good. `failedReason` must be safe to show. The file of an import or an export is deleted. */
export async function failJob({ projectId, jobId }: JobRef, failedReason: string): Promise<void> {
  await inTransaction(async (session) => {
    const active = { _id: jobId, projectId, ...IS_ACTIVE }
    const job = await Job.findOne(active, OF_END, { session }).lean<EndedJob>()
    if (!job) return
    if (KINDS_DELETED_AT_END.includes(job.kind)) await Job.deleteOne(active, { session })
    else await Job.updateOne(active, { $set: { status: 'FAILED', failedReason, ...endOf(job.kind) } }, { session })
    if (job.kind === 'IMPORT_CONTACTS') await endImportFile(session, { projectId, jobId })
    if (job.kind === 'EXPORT') await ExportPart.deleteMany({ projectId, jobId }, { session })
    await notifyOfEnd(session, job, 'failed')
  })
}

/** The fields that a job gets when it ends. */
function endOf(kind: JobKind): Pick<JobRecord, 'completedAt' | 'eraseAt'> {
  const completedAt = new Date()
  const isErased = KINDS_WITH_ADDRESSES.includes(kind)
  return { completedAt, ...(isErased ? { eraseAt: new Date(completedAt.getTime() + ADDRESSES_MS) } : {}) }
}

/**
 * Runs slices of a job within its request, and begins none after `budgetMs`, nor after one that had to wait too long.
 * So small jobs are done when the request is answered; a Temporal workflow continues the others, also after an error.
 * Returns whether the job is done.
 */
export async function runForAWhile(job: JobRef, slice: RunSlice, budgetMs: number): Promise<boolean> {
  const deadline = Date.now() + budgetMs
  let isDone = false
  try {
    while (!isDone && Date.now() < deadline) ({ isDone } = await runSlice(job, slice))
  } catch (error) {
    if (!isTooSlow(error)) throw error
  } finally {
    if (!isDone) enqueue(await Outbox.find(entryOf(job)).lean())
  }
  return isDone
}

/** Runs one slice; skips it if another run has done it. */
export async function runSlice(ref: JobRef, slice: RunSlice): Promise<SliceDone> {
  try {
    return await slice(ref)
  } catch (error) {
    if (error instanceof SliceConflictError) return { isDone: false, progress: 0 }
    throw error
  }
}
