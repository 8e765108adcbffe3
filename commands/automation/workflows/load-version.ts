import { LRUCache } from 'lru-cache'
import { versionId, WorkflowVersion, type WorkflowVersionRecord } from '../../../models/workflow-version.js'

const cache = new LRUCache<string, WorkflowVersionRecord>({ max: 500 })

/**
 * One version of a workflow; null if the project has no such version. It is cached without a time to live, because a
 * version never changes.
 */
export async function loadVersion(
  projectId: string,
  workflowId: string,
  version: number,
): Promise<WorkflowVersionRecord | null> {
  return loadVersionById(projectId, versionId(workflowId, version))
}

/** The same by the id of the version. */
export async function loadVersionById(projectId: string, id: string): Promise<WorkflowVersionRecord | null> {
  const cached = cache.get(id)
  if (cached) return cached.projectId === projectId ? cached : null
  const found = await WorkflowVersion.findOne({ _id: id, projectId }).lean()
  if (!found) return null
  cache.set(id, found)
  return found
}
