import {
  compileConditions,
  type CompileContext,
  type ReferredSegment,
} from '../../../models/domain/conditions/compile-condition.js'
import { NOTHING, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { campaignIdsOf, eventNamesOf, segmentIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { isReservedEvent } from '../../../models/domain/event-names.js'
import { addDueActivityOf } from '../../base/events/due-activity.js'
import { fieldStatesIn } from '../../base/records/known-fields.js'
import { namedCampaigns } from '../../base/references/campaign-references.js'
import { clockFor } from '../../base/records/project-clock.js'

/** The start of the relative dates of a condition, and the variables of the current event, if any. */
type Occasion = Pick<CompileContext, 'now' | 'event' | 'eventTime'>

/**
 * Compiles a condition into a query over contacts, by the current fields and segments of the project. The caller
 * restricts the query to the project's id. When the function returns, the activity of contacts holds every event that
 * was stored before. Throws BAD_REQUEST when the condition is too large together with the segments that it refers to.
 */
export async function compileForProject(
  projectId: string,
  tree: ConditionTree,
  occasion: Occasion,
): Promise<MongoFilter> {
  const [compiled = NOTHING] = await compileAllForProject(projectId, [tree], occasion)
  return compiled
}

/**
 * Compiles conditions for one query, each as `compileForProject` does. The size limits apply to all of them together.
 */
export async function compileAllForProject(
  projectId: string,
  trees: readonly ConditionTree[],
  occasion: Occasion,
): Promise<MongoFilter[]> {
  const segments = await referredSegments(projectId, trees)
  const inlined = [...segments.values()].flatMap((segment) => (segment.kind === 'condition' ? [segment.tree] : []))
  const all = [...trees, ...inlined]
  if (all.some(needsActivity)) await addDueActivityOf(projectId)
  const states = await fieldStatesIn(projectId, all)
  return compileConditions(trees, {
    ...occasion,
    clock: await clockFor(projectId, all),
    campaignNumber: await campaignsIn(projectId, all),
    fieldState: (key) => states.get(key) ?? 'absent',
    segment: (id) => segments.get(id) ?? null,
  })
}

/**
 * Whether a condition depends on events that projects track. Events of the service itself are in the activity of
 * contacts as soon as they are stored.
 */
function needsActivity(tree: ConditionTree): boolean {
  return [...eventNamesOf(tree)].some((name) => !isReservedEvent(name))
}

async function campaignsIn(projectId: string, trees: readonly ConditionTree[]): Promise<(id: string) => number | null> {
  const { numbers } = await namedCampaigns(projectId, [...new Set(trees.flatMap((tree) => [...campaignIdsOf(tree)]))])
  return (id) => numbers.get(id) ?? null
}

/** The segments that conditions refer to, directly or through other segments. */
async function referredSegments(
  projectId: string,
  trees: readonly ConditionTree[],
): Promise<Map<string, ReferredSegment>> {
  const segments = new Map<string, ReferredSegment>()
  const visited = new Set<string>()
  let pending = new Set(trees.flatMap((tree) => [...segmentIdsOf(tree)]))
  while (pending.size > 0) {
    for (const id of pending) visited.add(id)
    const projection = { type: 1, condition: 1 } as const
    const found = await Segment.find({ projectId, _id: { $in: [...pending] } }, projection).lean()
    for (const segment of found) segments.set(segment._id, referredSegment(segment))
    const next = found.flatMap(({ _id }) => {
      const segment = segments.get(_id)
      return segment?.kind === 'condition' ? [...segmentIdsOf(segment.tree)] : []
    })
    pending = new Set(next.filter((id) => !visited.has(id)))
  }
  return segments
}

// The condition also stands for a tracked segment, because its stored members follow a change only later.
function referredSegment({ type, condition }: Pick<SegmentRecord, 'type' | 'condition'>): ReferredSegment {
  return type === 'STATIC' || !condition ? { kind: 'members' } : { kind: 'condition', tree: condition }
}
