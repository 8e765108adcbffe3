import { AppError, type ErrorCode } from '../../../models/domain/errors.js'
import type { RetriedVersion } from '../../../models/domain/execution-status.js'
import { Execution } from '../../../models/execution.js'
import type { JobRecord } from '../../../models/job.js'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { olderThan } from '../../base/listing/newest-first.js'
import { retryExecution } from './retry-execution.js'

const BATCH = 50
const CONCURRENCY = 8
// Any other error is a fault of the attempt, after which Temporal repeats the slice.
const REFUSALS = new Set<ErrorCode>(['CONFLICT', 'PROJECT_DISABLED', 'WORKFLOW_NOT_FOUND', 'RESOURCE_NOT_FOUND'])

/** The input of a job that retries the executions of a workflow which had failed at `at`. */
export interface FailedRetry {
  workflowId: string
  version: RetriedVersion
  at: Date
  /** How many there were. */
  total: number
}

/** The executions that the next slice retries, each with how often it had been retried before. */
interface Plan {
  planned: { id: string; retries: number | null; startedAt: Date }[]
}

/** The outcomes of a retry: executions that cannot be retried are counted by reason. */
export interface FailedRetryResult {
  total: number
  retried: number
  refused: number
  reasons: Record<string, number>
}

/** The job that retries failed executions. */
export type FailedRetryJob = JobRecord<FailedRetry, Plan, FailedRetryResult>

/**
 * Retries the executions that the slice before has planned, and plans the next. A planned execution that has not failed
 * any more, or failed again, was retried by an earlier run of this slice or by another request: it counts as retried.
 */
export async function retryFailedSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<FailedRetry, Plan, FailedRetryResult>(ref)
  if (!job) return NOTHING_LEFT
  const { projectId } = ref
  const planned = job.cursor?.planned ?? []
  const reasons = await retryPlanned(projectId, job.input, planned)
  const next = await plan(projectId, job.input, planned.at(-1))
  const isDone = next.length === 0
  const result = addUp(job.result, planned.length, reasons)
  const progress = ((result.retried + result.refused) / Math.max(job.input.total, 1)) * 100
  await inTransaction((session) => advanceJob(session, job, { cursor: { planned: next }, progress, result, isDone }))
  return { isDone, progress }
}

/** Retries the executions; returns the reason of each that cannot be. */
async function retryPlanned(projectId: string, input: FailedRetry, planned: Plan['planned']): Promise<string[]> {
  const reasons: string[] = []
  const { workflowId, version } = input
  await mapConcurrent(planned, CONCURRENCY, async ({ id: executionId, retries }) => {
    const isUntried = { _id: executionId, projectId, status: 'FAILED' as const, retries }
    if (!(await Execution.exists(isUntried))) return
    try {
      await retryExecution({ projectId, workflowId, executionId }, { version })
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.code)) throw error
      // An execution that was retried in between is where this slice would have brought it.
      if (await Execution.exists(isUntried)) reasons.push(reasonOf(error))
    }
  })
  return reasons
}

function reasonOf({ code, details }: AppError): string {
  const reason = details?.['reason']
  return typeof reason === 'string' ? reason : code
}

/** The next executions that had failed before the request, newest first, behind the last one of the plan before. */
async function plan(
  projectId: string,
  { workflowId, at }: FailedRetry,
  last: Plan['planned'][number] | undefined,
): Promise<Plan['planned']> {
  const behind = last ? olderThan({ sortValue: last.startedAt, id: last.id }, 'startedAt') : {}
  const failed = await Execution.find(
    { projectId, workflowId, status: 'FAILED', completedAt: { $lte: at }, ...behind },
    { retries: 1, startedAt: 1 },
  )
    .sort({ startedAt: -1, _id: -1 })
    .limit(BATCH)
    .lean()
  return failed.map(({ _id, retries = null, startedAt }) => ({ id: _id, retries, startedAt }))
}

function addUp(before: FailedRetryResult, done: number, reasons: readonly string[]): FailedRetryResult {
  const counts = { ...before.reasons }
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return {
    total: before.total,
    retried: before.retried + done - reasons.length,
    refused: before.refused + reasons.length,
    reasons: counts,
  }
}
