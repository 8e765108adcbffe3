import { Campaign } from '../../../models/campaign.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { eventNamesOf } from '../../../models/domain/conditions/walk-filters.js'
import { awaitedEvents, conditionsOf } from '../../../models/domain/workflow-references.js'
import { Segment } from '../../../models/segment.js'
import { Workflow } from '../../../models/workflow.js'
import { createEntryCache } from '../../../runtime/entry-cache.js'

const MAX_PROJECTS = 1_000
// The definitions of a project are read at most this often, even when a public key invents one name after the other.
const CACHED_MS = 2_000
const cache = createEntryCache<Promise<ReadonlySet<string>>>({ maxEntries: MAX_PROJECTS, ttlMs: CACHED_MS })

/**
 * The names of the events to which definitions of a project listen, at most seconds old: workflows by their trigger,
 * waits and conditions, and segments and unsent campaigns by their conditions.
 */
export function listenedEvents(projectId: string): Promise<ReadonlySet<string>> {
  const cached = cache.get(projectId)
  if (cached) return cached
  const found = findListenedEvents(projectId)
  cache.set(projectId, found)
  found.catch(() => cache.delete(projectId))
  return found
}

async function findListenedEvents(projectId: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const addNamed = (condition: unknown): void => {
    if (condition != null) for (const name of eventNamesOf(condition as ConditionTree)) names.add(name)
  }
  const unsent = { audienceType: 'FILTERED' as const, status: { $in: ['DRAFT' as const, 'SCHEDULED' as const] } }
  for await (const workflow of Workflow.find({ projectId }, { triggerConfig: 1, steps: 1 }).lean().cursor()) {
    for (const name of awaitedEvents(workflow)) names.add(name)
    conditionsOf(workflow).forEach(addNamed)
  }
  for await (const { condition } of Segment.find({ projectId, type: 'DYNAMIC' }, { condition: 1 }).lean().cursor()) {
    addNamed(condition)
  }
  for await (const campaign of Campaign.find({ projectId, ...unsent }, { audienceCondition: 1 })
    .lean()
    .cursor()) {
    addNamed(campaign.audienceCondition)
  }
  return names
}
