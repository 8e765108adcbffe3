import type { ExportInput, ExportResult } from '../../models/export-job.js'
import { requireSelectable, selectedContacts } from '../contacts/selected-contacts.js'
import { createJob } from '../jobs/advance-job.js'

/**
 * Stores a request for an export as a job. Returns the id of the job. Throws as `requireSelectable` and
 * `selectedContacts` for contacts, and QUOTA_EXCEEDED.
 */
export async function requestExport(projectId: string, input: ExportInput): Promise<string> {
  if (input.kind === 'contacts') {
    await requireSelectable(projectId, input.filter, 'filter.')
    await selectedContacts(projectId, input.filter)
  }
  const result: ExportResult = { rows: 0, bytes: 0 }
  return createJob({ projectId, kind: 'EXPORT', input, result })
}
