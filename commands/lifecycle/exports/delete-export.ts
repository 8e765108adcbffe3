import { notFound } from '../../../models/domain/errors.js'
import { IS_ACTIVE, Job } from '../../../models/job.js'
import { dropExportFile } from './export-file.js'

/**
 * Deletes an export with its file; a running export ends. Throws RESOURCE_NOT_FOUND. The job goes last: if this is
 * broken off, the purge still finds the parts by the job.
 */
export async function deleteExport(projectId: string, jobId: string): Promise<void> {
  const one = { _id: jobId, projectId, kind: 'EXPORT' as const }
  const now = new Date()
  // A slice that has read the job before this write cannot store a part after it.
  const ended = { status: 'FAILED' as const, failedReason: 'The export was withdrawn', completedAt: now, eraseAt: now }
  await Job.updateOne({ ...one, ...IS_ACTIVE }, { $set: ended })
  const { matchedCount } = await Job.updateOne(one, { $set: { eraseAt: now } })
  if (matchedCount === 0) throw notFound('job', jobId)
  await dropExportFile({ projectId, jobId })
  await Job.deleteOne(one)
}
