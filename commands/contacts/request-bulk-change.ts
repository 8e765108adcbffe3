import type { BulkInput, BulkOperation, BulkResult, BulkSelection } from '../../models/bulk-job.js'
import { createJob } from '../jobs/advance-job.js'

/** Stores a change of many contacts as a job. A repeated id counts once. Returns the id of the job. */
export async function requestBulkChange(
  projectId: string,
  operation: BulkOperation,
  selection: BulkSelection,
): Promise<string> {
  const input: BulkInput = { ...withDistinctIds(selection), operation }
  const totalRequested = input.mode === 'ids' ? input.contactIds.length : 0
  const counts = { totalRequested, successCount: 0, unchangedCount: 0, failureCount: 0 }
  const result: BulkResult = { operation, ...counts, errors: [] }
  return createJob({ projectId, kind: 'CHANGE_CONTACTS', input, result })
}

function withDistinctIds(selection: BulkSelection): BulkSelection {
  if (selection.mode === 'query') return { ...selection, excludeIds: distinct(selection.excludeIds) }
  return { ...selection, contactIds: distinct(selection.contactIds) }
}

function distinct(ids: string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}
