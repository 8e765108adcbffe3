import { LRUCache } from 'lru-cache'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { comparesDates } from '../../../models/domain/conditions/walk-filters.js'
import { UTC_CLOCK, zoneClock, type ZoneClock } from '../../../models/domain/time-zone.js'
import { Project } from '../../../models/project.js'

const clocks = new LRUCache<string, ZoneClock>({ max: 100 })

/**
 * The clock by which days begin and end in these conditions: the clock of the project's current time zone. The project
 * is read only for conditions that compare dates.
 */
export async function clockFor(projectId: string, conditions: readonly ConditionTree[]): Promise<ZoneClock> {
  const zone = await zoneFor(projectId, conditions)
  return zone === null ? UTC_CLOCK : clockOf(zone)
}

/** The current time zone of a project if these conditions depend on it; else null. */
export async function zoneFor(projectId: string, conditions: readonly ConditionTree[]): Promise<string | null> {
  if (!conditions.some(comparesDates)) return null
  const project = await Project.findOne({ _id: projectId }, { timezone: 1 }).lean()
  return project?.timezone ?? null
}

function clockOf(zone: string): ZoneClock {
  const cached = clocks.get(zone)
  if (cached) return cached
  const clock = zoneClock(zone)
  clocks.set(zone, clock)
  return clock
}
