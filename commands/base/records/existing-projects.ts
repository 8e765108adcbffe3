import { LRUCache } from 'lru-cache'
import { Project } from '../../../models/project.js'

// Every dispatch of events asks.
const existing = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 })

/** Which of these projects exist, as known up to ten seconds ago. */
export async function existingProjects(projectIds: readonly string[]): Promise<ReadonlySet<string>> {
  const unknown = projectIds.filter((id) => !existing.has(id))
  if (unknown.length > 0) {
    const projects = await Project.find({ _id: { $in: unknown } }, { _id: 1 }).lean()
    for (const { _id } of projects) existing.set(_id, true)
  }
  return new Set(projectIds.filter((id) => existing.has(id)))
}
