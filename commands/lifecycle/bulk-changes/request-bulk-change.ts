import type { BulkInput, BulkOperation, BulkResult, BulkSelection } from '../../../models/bulk-job.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { requireStatic } from '../../audience/segments/join-segment.js'
import { requireSelectable, selectedContacts } from '../../audience/contacts/selected-contacts.js'

/** Stores a job that adds many contacts to a static segment. Throws as `requestBulkChange` and `requireStatic`. */
export async function requestBulkJoin(projectId: string, joinedId: string, selection: BulkSelection): Promise<string> {
  await requireStatic({ projectId, segmentId: joinedId })
  return requestBulkChange(projectId, 'join', selection, { joinedId })
}

/**
 * Stores a change of many contacts as a job. A repeated id counts once. Returns the id of the job. Throws as
 * `requireSelectable` and `selectedContacts`.
 */
export async function requestBulkChange(
  projectId: string,
  operation: BulkOperation,
  selection: BulkSelection,
  options: Pick<BulkInput, 'joinedId'> = {},
): Promise<string> {
  if (selection.mode === 'query') {
    await requireSelectable(projectId, selection.filter, 'filter.')
    await selectedContacts(projectId, selection.filter)
  }
  const input: BulkInput = { ...withDistinctIds(selection), ...options, operation }
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
