import { Campaign } from '../../models/campaign.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { eventNamesOf } from '../../models/domain/conditions/walk-filters.js'
import { awaitedEvents, conditionsOf } from '../../models/domain/workflow-references.js'
import { Segment } from '../../models/segment.js'
import { Workflow } from '../../models/workflow.js'
import { createEntryCache } from '../../runtime/entry-cache.js'

const MAX_PROJECTS = 1_000
// Names that are made up one after the other read the definitions of a project at most this often.
const CACHED_MS = 2_000
const cached = createEntryCache<Promise<ReadonlySet<string>>>({ maxEntries: MAX_PROJECTS, ttlMs: CACHED_MS })

/**
 * The names of the events that something in a project listens to, as of the last seconds: workflows by their trigger,
 * waits and conditions, and segments and unsent campaigns by their conditions.
 */
export function listenedEvents(projectId: string): Promise<ReadonlySet<string>> {
  const known = cached.get(projectId)
  if (known) return known
  const found = findListened(projectId)
  cached.set(projectId, found)
  found.catch(() => cached.delete(projectId))
  return found
}

async function findListened(projectId: string): Promise<ReadonlySet<string>> {
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
