import { call, type Answer } from '../../api/client.js'
import { queryClient } from '../../api/query.js'

/** The records that can be archived. */
export type ArchivedKind = 'campaign' | 'template' | 'workflow'

/** The changes of many records. */
export type BulkOperation = 'archive' | 'restore' | 'delete'

/** What a change of many records did to one. */
export type BulkResult = Answer<'POST /campaigns/bulk-archive'>['results'][number]

/** A change of many records. */
export interface BulkChange {
  kind: ArchivedKind
  operation: BulkOperation
  ids: readonly string[]
}

/** Changes records, and asks for their lists again. Deleted records are forgotten. */
export async function bulkChange(
  projectId: string,
  { kind, operation, ids }: BulkChange,
): Promise<readonly BulkResult[]> {
  const { results } = await call(`POST /${kind}s/bulk-${operation}`, { projectId, body: { ids: [...ids] } })
  const one = `GET /${kind}s/:id`
  if (operation === 'delete') {
    for (const { id, error } of results) {
      if (error === null) queryClient.removeQueries({ queryKey: [projectId, one, { params: { id } }] })
    }
  } else await queryClient.invalidateQueries({ queryKey: [projectId, one] })
  await queryClient.invalidateQueries({ queryKey: [projectId, `GET /${kind}s`] })
  return results
}
