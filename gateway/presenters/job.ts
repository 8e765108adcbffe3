import type { z } from 'zod'
import type { ListedImport } from '../../commands/lifecycle/imports/list-imports.js'
import type { FailedRetryJob } from '../../commands/automation/executions/retry-failed-slice.js'
import type { BulkJob } from '../../models/bulk-job.js'
import type { ImportJob } from '../../models/import-job.js'
import type { JobRecord } from '../../models/job.js'
import type { ImportJobResponse, ListedImport as ListedImportResponse } from '../schemas/import.js'
import type { BulkJobResponse, FailedRetryResponse, ProjectJobResponse } from '../schemas/job.js'

const STATES = { PENDING: 'waiting', RUNNING: 'active', COMPLETED: 'completed', FAILED: 'failed' } as const

/** An import as the API shows it. */
export function presentImport(job: ImportJob): z.input<typeof ImportJobResponse> {
  const { errors, ...counts } = job.result
  return { ...presentFile(job), ...presentJob(job), result: { ...counts, errors } }
}

/** An import as its list shows it. */
export function presentListedImport(job: ListedImport): z.input<typeof ListedImportResponse> {
  return { ...presentFile(job), ...presentJob(job), result: job.result }
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

/** A job of any kind as the API shows it. */
export function presentProjectJob(
  job: Omit<JobRecord, 'input' | 'cursor' | 'result'>,
): z.input<typeof ProjectJobResponse> {
  return { ...presentJob(job), kind: job.kind }
}

function presentFile({ input: { kind, fileName, sizeBytes, isDryRun } }: Pick<ImportJob, 'input'>) {
  return { kind, fileName, size: sizeBytes, dryRun: isDryRun }
}

/** The part of every job that the API shows. */
export function presentJob({
  _id: id,
  status,
  progress,
  failedReason,
  createdAt,
  completedAt,
}: Pick<JobRecord, '_id' | 'status' | 'progress' | 'failedReason' | 'createdAt' | 'completedAt'>) {
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
