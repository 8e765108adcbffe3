import { AppError, notFound } from '../../../models/domain/errors.js'
import type { ExportJob } from '../../../models/export-job.js'
import { Job } from '../../../models/job.js'
import { olderThan } from '../../base/listing/newest-first.js'

/** A query for one page of a project's exports, newest first. */
export interface ExportListing {
  projectId: string
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** One page of a project's exports. The exports are counted for the first page alone; `total` is 0 after it. */
export async function listExports({
  projectId,
  after,
  limit,
}: ExportListing): Promise<{ exports: ExportJob[]; hasMore: boolean; total: number }> {
  const filter = { projectId, kind: 'EXPORT' as const }
  const [found, total] = await Promise.all([
    Job.find({ ...filter, ...(after ? olderThan(after) : {}) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean<ExportJob[]>(),
    after ? 0 : Job.countDocuments(filter),
  ])
  return { exports: found.slice(0, limit), hasMore: found.length > limit, total }
}

/** An export of a project. Throws RESOURCE_NOT_FOUND. */
export async function findExport(projectId: string, jobId: string): Promise<ExportJob> {
  const job = await Job.findOne({ _id: jobId, projectId, kind: 'EXPORT' }).lean<ExportJob>()
  if (!job) throw notFound('job', jobId)
  return job
}

/**
 * An export whose file can be read at `now`. Throws CONFLICT while there is no file yet and when the export failed, and
 * RESOURCE_NOT_FOUND when the file is gone.
 */
export async function findExportWithFile(projectId: string, jobId: string, now: Date): Promise<ExportJob> {
  const job = await findExport(projectId, jobId)
  if (job.status === 'FAILED') throw new AppError('CONFLICT', 'The export failed and has no file. Create a new export')
  if (job.status !== 'COMPLETED') {
    throw new AppError('CONFLICT', 'The export is not ready', {
      details: { status: job.status, progress: job.progress },
      suggestion: `Wait until GET /exports/${jobId} shows the status COMPLETED`,
    })
  }
  if (job.eraseAt && job.eraseAt > now) return job
  throw new AppError('RESOURCE_NOT_FOUND', 'The file of this export has expired. Create a new export', {
    details: { resource: 'job', id: jobId },
  })
}
