import { toast } from '../../ui/toast.js'
import { showError } from '../show-error.js'
import { bulkChange, type BulkChange, type BulkResult } from './bulk-change.js'
import { bulkSummary } from './bulk-summary.js'

const OPPOSITE = { archive: 'restore', restore: 'archive' } as const

/**
 * Archives, restores or deletes records of a project, and says what happened. An archival and a restoration can be
 * undone.
 */
export async function changeRecords(projectId: string, change: BulkChange): Promise<readonly BulkResult[]> {
  const { kind, operation } = change
  const results = await bulkChange(projectId, change)
  const ids = results.filter(({ error }) => error === null).map(({ id }) => id)
  const undo = operation === 'delete' || ids.length === 0 ? undefined : OPPOSITE[operation]
  toast(
    bulkSummary(operation, results),
    undo && (() => void changeRecords(projectId, { kind, operation: undo, ids }).catch(showError)),
  )
  return results
}
