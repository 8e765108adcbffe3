import type { ClientSession } from 'mongoose'
import { createBegunJob, runForAWhile, type JobRef, type RunSlice } from '../../base/jobs/advance-job.js'
import { inQuotaTransaction } from '../../base/quotas/in-quota-transaction.js'
import type { ComputeSegmentInput, ComputeSegmentResult } from './compute-job.js'
import { computeSegmentSlice } from './compute-segment-slice.js'
import { deleteSegmentSlice, type DeleteSegmentInput } from './delete-segment-slice.js'
import type { SegmentRef } from './find-segment.js'

/** A stored job, and the function that runs its slices. */
export interface SegmentJob {
  job: JobRef
  slice: RunSlice
}

/**
 * Stores the job that computes the members of a dynamic segment at this revision. With `session` the job is a follow-up
 * of the change of the segment. Without it the job counts against the quota: throws QUOTA_EXCEEDED.
 */
export async function beginCompute(
  { projectId, segmentId, revision }: SegmentRef & { revision: number },
  session?: ClientSession,
): Promise<SegmentJob> {
  const input: ComputeSegmentInput = { segmentId, revision }
  const result: ComputeSegmentResult = { added: 0, removed: 0 }
  const wanted = { projectId, kind: 'COMPUTE_SEGMENT', input, result, isFollowUp: session !== undefined } as const
  const store = (within: ClientSession): Promise<JobRef> => createBegunJob(wanted, within)
  return { job: await (session ? store(session) : inQuotaTransaction(projectId, store)), slice: computeSegmentSlice }
}

/** Stores the job that removes the members of a segment. */
export async function beginDrop({ projectId, segmentId }: SegmentRef, session: ClientSession): Promise<SegmentJob> {
  const input: DeleteSegmentInput = { segmentId }
  return { job: await createBegunJob({ projectId, kind: 'DELETE_SEGMENT', input }, session), slice: deleteSegmentSlice }
}

/** Runs jobs within their request for at most `budgetMs` in all. Temporal workflows finish what is left. */
export async function runJobs(jobs: SegmentJob[], budgetMs: number): Promise<void> {
  const deadline = Date.now() + budgetMs
  const failures: unknown[] = []
  for (const { job, slice } of jobs) {
    await runForAWhile(job, slice, deadline - Date.now()).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}
