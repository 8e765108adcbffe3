import {
  compileConditions,
  type CompileContext,
  type ReferredSegment,
} from '../../models/domain/conditions/compile-condition.js'
import { NOTHING, type MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { campaignIdsOf, eventNamesOf, segmentIdsOf } from '../../models/domain/conditions/walk-filters.js'
import { Campaign } from '../../models/campaign.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { noteDueActivity } from '../events/note-activity.js'
import { fieldStatesIn } from '../fields/known-fields.js'
import { clockFor } from './project-clock.js'

/** The time that relative dates of a condition start from, and the variables of the current event, if any. */
type Occasion = Pick<CompileContext, 'now' | 'event' | 'eventTime'>

/**
 * Compiles a condition with the present fields and segments of the project into a query over its contacts, which the
 * caller restricts to the project's id. The activity of contacts holds every event that was stored before. Throws
 * BAD_REQUEST when the condition is too large together with the segments that it refers to.
 */
export async function compileForProject(
  projectId: string,
  tree: ConditionTree,
  occasion: Occasion,
): Promise<MongoFilter> {
  const [compiled = NOTHING] = await compileAllForProject(projectId, [tree], occasion)
  return compiled
}

/** Compiles conditions for one query, each as `compileForProject` does; the limits apply to all together. */
export async function compileAllForProject(
  projectId: string,
  trees: readonly ConditionTree[],
  occasion: Occasion,
): Promise<MongoFilter[]> {
  const segments = await referredSegments(projectId, trees)
  const inlined = [...segments.values()].flatMap((segment) => (segment.kind === 'condition' ? [segment.tree] : []))
  const all = [...trees, ...inlined]
  if (all.some(needsActivity)) await noteDueActivity(projectId)
  const states = await fieldStatesIn(projectId, all)
  return compileConditions(trees, {
    ...occasion,
    clock: await clockFor(projectId, all),
    hasCampaign: await campaignsIn(projectId, all),
    fieldState: (key) => states.get(key) ?? 'absent',
    segment: (id) => segments.get(id) ?? null,
  })
}

/** Whether a condition depends on events that projects report. The service's own are noted where they are stored. */
function needsActivity(tree: ConditionTree): boolean {
  return [...eventNamesOf(tree)].some((name) => !isReservedEvent(name))
}

async function campaignsIn(projectId: string, trees: readonly ConditionTree[]): Promise<(id: string) => boolean> {
  const ids = [...new Set(trees.flatMap((tree) => [...campaignIdsOf(tree)]))]
  const found = ids.length > 0 ? await Campaign.find({ _id: { $in: ids }, projectId }, { _id: 1 }).lean() : []
  const known = new Set(found.map(({ _id }) => _id))
  return (id) => known.has(id)
}

/** The segments that conditions refer to, directly or through other segments. */
async function referredSegments(
  projectId: string,
  trees: readonly ConditionTree[],
): Promise<Map<string, ReferredSegment>> {
  const segments = new Map<string, ReferredSegment>()
  const asked = new Set<string>()
  let wanted = new Set(trees.flatMap((tree) => [...segmentIdsOf(tree)]))
  while (wanted.size > 0) {
    for (const id of wanted) asked.add(id)
    const projection = { type: 1, condition: 1 } as const
    const found = await Segment.find({ projectId, _id: { $in: [...wanted] } }, projection).lean()
    for (const segment of found) segments.set(segment._id, referred(segment))
    const next = found.flatMap(({ _id }) => {
      const segment = segments.get(_id)
      return segment?.kind === 'condition' ? [...segmentIdsOf(segment.tree)] : []
    })
    wanted = new Set(next.filter((id) => !asked.has(id)))
  }
  return segments
}

// A tracked segment is judged by its condition, too: its stored members follow every change some time later.
function referred({ type, condition }: Pick<SegmentRecord, 'type' | 'condition'>): ReferredSegment {
  return type === 'STATIC' || !condition ? { kind: 'members' } : { kind: 'condition', tree: condition }
}
