import { LruCache } from '../../runtime/lru-cache.js'
import { versionId, WorkflowVersion, type WorkflowVersionRecord } from '../../models/workflow-version.js'

const kept = new LruCache<WorkflowVersionRecord>({ maxEntries: 500 })

/**
 * One version of a workflow. Kept in memory, which is safe because a version never changes; null when the
 * project has no such version.
 */
export async function loadVersion(
  projectId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowVersionRecord | null> {
  const id = versionId(workflowId, version)
  const known = kept.get(id)
  if (known) return known.projectId === projectId ? known : null
  const found = await WorkflowVersion.findOne({ _id: id, projectId }).lean()
  if (!found) return null
  kept.set(id, found)
  return found
}
