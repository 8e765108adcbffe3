import type { z } from 'zod'
import type { FailedRetryJob } from '../../commands/executions/retry-failed-slice.js'
import type { BulkJob } from '../../models/bulk-job.js'
import type { ImportJob } from '../../models/import-job.js'
import type { JobRecord } from '../../models/job.js'
import type { BulkJobResponse, FailedRetryResponse, ImportJobResponse } from '../schemas/job.js'

const STATES = { PENDING: 'waiting', RUNNING: 'active', COMPLETED: 'completed', FAILED: 'failed' } as const

/** An import as the API shows it. */
export function presentImport(job: ImportJob): z.input<typeof ImportJobResponse> {
  const { total, created, updated, failed, keptUnsubscribed, errors } = job.result
  return { ...presentJob(job), result: { total, created, updated, failed, keptUnsubscribed, errors } }
}

/** A bulk change of contacts as the API shows it. */
export function presentBulkJob(job: BulkJob): z.input<typeof BulkJobResponse> {
  const { operation, totalRequested, successCount, unchangedCount, failureCount, errors } = job.result
  return {
    ...presentJob(job),
    result: { operation, totalRequested, successCount, unchangedCount, failureCount, errors },
  }
}

/** A retry of failed executions as the API shows it. */
export function presentFailedRetry(job: FailedRetryJob): z.input<typeof FailedRetryResponse> {
  const { total, retried, refused, reasons } = job.result
  return { ...presentJob(job), result: { total, retried, refused, reasons } }
}

/** The part of every job that the API shows. */
export function presentJob({ _id: id, status, progress, failedReason, createdAt, completedAt }: JobRecord) {
  return {
    id,
    status,
    state: STATES[status],
    progress,
    failedReason,
    createdAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
  }
}
