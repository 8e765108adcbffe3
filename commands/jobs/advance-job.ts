import type { ClientSession } from 'mongoose'
import { notFound } from '../../models/domain/errors.js'
import { newId } from '../../runtime/ids.js'
import { newMark, type OutboxEntry } from '../../models/outbox-entry.js'
import { Job, type JobKind, type JobRecord } from '../../models/job.js'

/** Which job. */
export interface JobRef {
  projectId: string
  jobId: string
}

/** How far a slice brought its job, and what it set off. */
export interface SliceDone {
  isDone: boolean
  progress: number
  entries: OutboxEntry[]
}

/** Does the next slice of a job; repeating it does nothing twice. */
export type RunSlice = (ref: JobRef) => Promise<SliceDone>

/** Another run of the same job did this slice; the work of this one must be undone with its transaction. */
export class SliceTakenError extends Error {
  override readonly name = 'SliceTakenError'
}

/** Stores a job with the entry to start it, inside `session` where something else has to be stored with it. */
export async function createJob(
  {
    projectId,
    kind,
    input,
    result = {},
    id = newId(),
  }: { projectId: string; kind: JobKind; input: object; result?: object; id?: string },
  session?: ClientSession,
): Promise<{ jobId: string; entries: OutboxEntry[] }> {
  const draft = { _id: id, projectId, kind, input, result, dispatch: newMark() }
  await Job.create([draft], session ? { session } : {})
  return { jobId: id, entries: [{ kind: 'job', projectId, id }] }
}

/** The job that a slice works on; null when nothing is left to do. Throws RESOURCE_NOT_FOUND. */
export async function openJob<Input, Cursor, Result>({
  projectId,
  jobId,
}: JobRef): Promise<JobRecord<Input, Cursor, Result> | null> {
  const job = await Job.findOne({ _id: jobId, projectId }).lean<JobRecord<Input, Cursor, Result>>()
  if (!job) throw notFound('job', jobId)
  return job.status === 'COMPLETED' || job.status === 'FAILED' ? null : job
}

/** What a slice that finds its job at an end answers. */
export const NOTHING_LEFT: SliceDone = { isDone: true, progress: 100, entries: [] }

/**
 * Moves a job on inside the transaction of its slice. Throws SliceTakenError when another run of it did this
 * slice, so that the transaction ends with nothing written.
 */
export async function advanceJob(
  session: ClientSession,
  job: JobRecord,
  { cursor, progress, result, isDone }: { cursor: unknown; progress: number; result: unknown; isDone: boolean },
): Promise<void> {
  const moved = await Job.updateOne(
    { _id: job._id, projectId: job.projectId, slices: job.slices, status: { $in: ['PENDING', 'RUNNING'] } },
    {
      $set: {
        cursor,
        result,
        progress: isDone ? 100 : Math.min(99, Math.floor(progress)),
        status: isDone ? 'COMPLETED' : 'RUNNING',
        ...(isDone ? { completedAt: new Date() } : {}),
      },
      $inc: { slices: 1 },
      ...(isDone ? { $unset: { dispatch: 1 } } : {}),
    },
    { session },
  )
  if (moved.modifiedCount === 0) throw new SliceTakenError(`Slice ${job.slices} of job ${job._id} is taken`)
}

/** Ends a job for good, for a reason that is safe to show. */
export async function failJob({ projectId, jobId }: JobRef, failedReason: string): Promise<void> {
  await Job.updateOne(
    { _id: jobId, projectId, status: { $in: ['PENDING', 'RUNNING'] } },
    { $set: { status: 'FAILED', failedReason, completedAt: new Date() }, $unset: { dispatch: 1 } },
  )
}

/**
 * Runs slices of a job here and now for at most `budgetMs`, so that small work is done when its request is
 * answered. What is left goes on durably: `isDone` says whether anything is.
 */
export async function runForAWhile(
  ref: JobRef,
  slice: RunSlice,
  budgetMs: number,
): Promise<{ isDone: boolean; entries: OutboxEntry[] }> {
  const deadline = Date.now() + budgetMs
  const entries: OutboxEntry[] = []
  do {
    const done = await runSlice(ref, slice)
    entries.push(...done.entries)
    if (done.isDone) return { isDone: true, entries }
  } while (Date.now() < deadline)
  return { isDone: false, entries }
}

/** Does one slice; one that another run did already is passed over. */
export async function runSlice(ref: JobRef, slice: RunSlice): Promise<SliceDone> {
  try {
    return await slice(ref)
  } catch (error) {
    if (error instanceof SliceTakenError) return { isDone: false, progress: 0, entries: [] }
    throw error
  }
}
