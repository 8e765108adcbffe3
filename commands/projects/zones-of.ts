import { LRUCache } from 'lru-cache'
import { Project } from '../../models/project.js'

// A change of the zone starts new counters, so events of a few more seconds in the old ones do no harm.
const zones = new LRUCache<string, string>({ max: 10_000, ttl: 10_000 })

/** The time zones of projects, up to ten seconds old. A deleted project has none. */
export async function zonesOf(projectIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const unknown = projectIds.filter((id) => !zones.has(id))
  if (unknown.length > 0) {
    const projects = await Project.find({ _id: { $in: unknown } }, { timezone: 1 }).lean()
    for (const { _id, timezone } of projects) zones.set(_id, timezone)
  }
  return new Map(projectIds.flatMap((id) => [[id, zones.get(id)] as const]).filter(isKnown))
}

function isKnown(pair: readonly [string, string | undefined]): pair is [string, string] {
  return pair[1] !== undefined
}
