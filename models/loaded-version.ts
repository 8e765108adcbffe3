import { versionId, WorkflowVersion, type WorkflowVersionRecord } from './workflow-version.js'

const MAX_KEPT = 500
const kept = new Map<string, WorkflowVersionRecord>()

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
  const oldest = kept.size >= MAX_KEPT ? kept.keys().next().value : undefined
  if (oldest !== undefined) kept.delete(oldest)
  kept.set(id, found)
  return found
}
