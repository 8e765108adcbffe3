import { AppError } from '../../../models/domain/errors.js'
import type { ExportInput, ExportResult } from '../../../models/export-job.js'
import { Job } from '../../../models/job.js'
import { requireSelectable, selectedContacts } from '../../audience/contacts/selected-contacts.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { requireRoom } from '../../base/quotas/require-quota.js'

// Without a limit, a client that exports all events again and again would fill the disks of MongoDB.
const MAX_FILES = 50

/**
 * Stores a request for an export as a job. Returns the id of the job. Throws as `requireSelectable` and
 * `selectedContacts` for contacts, and QUOTA_EXCEEDED for too many pending jobs, or too many files or bytes
 * that are kept.
 */
export async function requestExport(projectId: string, input: ExportInput): Promise<string> {
  if (input.kind === 'contacts') {
    await requireSelectable(projectId, input.filter, 'filter.')
    await selectedContacts(projectId, input.filter)
  }
  await requireFewFiles(projectId)
  await requireRoom(projectId, 'uploads')
  const result: ExportResult = { rows: 0, bytes: 0 }
  return createJob({ projectId, kind: 'EXPORT', input, result })
}

/** Concurrent requests may exceed the limit by the number of pending jobs. */
async function requireFewFiles(projectId: string): Promise<void> {
  const used = await Job.countDocuments({ projectId, kind: 'EXPORT', eraseAt: { $gt: new Date() } })
  if (used < MAX_FILES) return
  throw new AppError('QUOTA_EXCEEDED', `A project can keep at most ${MAX_FILES} export files`, {
    details: { quota: 'exports', limit: MAX_FILES, used },
    suggestion: 'Delete an export you no longer need. Export files expire after one day',
  })
}
