import type { ClientSession } from 'mongoose'
import { findCycle } from '../../../models/domain/conditions/find-cycle.js'
import { subjectOf } from '../../../models/domain/conditions/condition-field.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import {
  campaignIdsOf,
  isTimeDependent,
  segmentIdsOf,
  walkFilters,
} from '../../../models/domain/conditions/walk-filters.js'
import { AppError, invalid } from '../../../models/domain/errors.js'
import { reachableFrom, withInlined, type SegmentNode } from '../../../models/domain/segment-graph.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { lockCampaigns, namedCampaigns } from './campaign-references.js'
import { zoneFor } from '../records/project-clock.js'
import { fieldStatesIn } from '../records/known-fields.js'

/** The segments of a project with their references to each other. */
export async function loadSegmentGraph(projectId: string, session?: ClientSession): Promise<Map<string, SegmentNode>> {
  const projection = { type: 1, condition: 1 } as const
  const segments = await Segment.find({ projectId }, projection, session ? { session } : {}).lean()
  return new Map(segments.map(({ _id, type, condition }) => [_id, { condition, hasStoredMembers: type === 'STATIC' }]))
}

/** The conditions that decide the members of a dynamic segment: its condition, and those of segments inlined in it. */
export async function decidingConditions({ projectId, condition }: SegmentRecord): Promise<ConditionTree[]> {
  if (!condition) return []
  if (segmentIdsOf(condition).size === 0) return [condition]
  return withInlined(await loadSegmentGraph(projectId), condition)
}

/** What else decides the members of a segment, besides its conditions and the contacts. */
export interface Surroundings extends Pick<SegmentRecord, 'deletedFields' | 'zone'> {
  isTimed: boolean
}

/**
 * The deleted custom fields in these conditions, in a fixed order; the time zone that their days depend on; and whether
 * time alone can change who meets them.
 */
export async function surroundingsOf(projectId: string, conditions: ConditionTree[]): Promise<Surroundings> {
  const states = await fieldStatesIn(projectId, conditions)
  const deletedFields = [...states].flatMap(([key, state]) => (state === 'deleted' ? key : [])).sort()
  return { deletedFields, zone: await zoneFor(projectId, conditions), isTimed: conditions.some(isTimeDependent) }
}

/**
 * Checks the references of a segment's condition and locks the segments and campaigns that it refers to, in the
 * transaction that stores the condition. The locks make two changes that would close a cycle conflict, and a reference
 * conflict with the deletion of its target: one of the two is retried and sees the other. Throws VALIDATION_ERROR with
 * the path of each unknown segment or campaign, and BAD_REQUEST for a cycle.
 */
export async function checkReferencesIn(
  session: ClientSession,
  { projectId, segmentId, condition }: { projectId: string; segmentId: string; condition: ConditionTree },
): Promise<void> {
  const campaigns = [...campaignIdsOf(condition)]
  if (segmentIdsOf(condition).size === 0 && campaigns.length === 0) return
  const graph = await loadSegmentGraph(projectId, session)
  const { faultOf } = await namedCampaigns(projectId, campaigns, session)
  refuseUnknown(condition, 'condition', {
    segment: (id) => (graph.has(id) || id === segmentId ? null : SEGMENT_MISSING),
    campaign: faultOf,
  })
  const treeOf = (id: string): ConditionTree | null =>
    id === segmentId ? condition : (graph.get(id)?.condition ?? null)
  const cycle = findCycle(segmentId, treeOf)
  if (cycle) {
    throw new AppError('BAD_REQUEST', 'The condition refers back to its own segment', { details: { segments: cycle } })
  }
  await lockSegments(session, projectId, [...reachableFrom(graph, condition)])
  await lockCampaigns(session, projectId, campaigns)
}

/**
 * Checks the references of a condition in the field `field` of another resource and locks the segments and campaigns
 * that it refers to, in the transaction that stores the condition. The locks make a reference conflict with the
 * deletion of its target: one of the two is retried and sees the other. Throws VALIDATION_ERROR with the path of each
 * unknown segment or campaign.
 */
export async function lockReferencesIn(
  session: ClientSession,
  { projectId, condition, field }: { projectId: string; condition: ConditionTree; field: string },
): Promise<void> {
  await requireReferences({ projectId, condition, field }, session)
  await lockSegments(session, projectId, [...segmentIdsOf(condition)])
  await lockCampaigns(session, projectId, [...campaignIdsOf(condition)])
}

/**
 * Checks the references of a condition in the field `field` of a request. Throws VALIDATION_ERROR with the path of each
 * unknown segment or campaign.
 */
export async function requireReferences(
  { projectId, condition, field }: { projectId: string; condition: ConditionTree; field: string },
  session?: ClientSession,
): Promise<void> {
  const knownSegments = await segmentsAmong(projectId, [...segmentIdsOf(condition)], session)
  const { faultOf } = await namedCampaigns(projectId, [...campaignIdsOf(condition)], session)
  refuseUnknown(condition, field, {
    segment: (id) => (knownSegments.has(id) ? null : SEGMENT_MISSING),
    campaign: faultOf,
  })
}

async function segmentsAmong(projectId: string, ids: string[], session?: ClientSession): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const segments = await Segment.find({ _id: { $in: ids }, projectId }, { _id: 1 }, session ? { session } : {}).lean()
  return new Set(segments.map(({ _id }) => _id))
}

/** Makes a concurrent deletion of the segments conflict with this transaction; returns how many segments exist. */
export async function lockSegments(session: ClientSession, projectId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { matchedCount } = await Segment.updateMany(
    { _id: { $in: ids }, projectId },
    { $inc: { guard: 1 } },
    { session, timestamps: false },
  )
  return matchedCount
}

const SEGMENT_MISSING = 'Segment not found'

/** For each kind of resource that conditions refer to: why a condition cannot name the resource. */
type FaultOf = Record<'segment' | 'campaign', (id: string) => string | null>

function refuseUnknown(condition: ConditionTree, field: string, faultOf: FaultOf): void {
  const errors = [...walkFilters(condition, field)].flatMap(({ filter, path }) => {
    const subject = subjectOf(filter)
    if (subject?.kind !== 'segment' && subject?.kind !== 'campaign') return []
    const message = faultOf[subject.kind](subject.id)
    if (message === null) return []
    return [{ field: `${path}.field`, message, code: 'custom' as const, received: filter.field }]
  })
  if (errors.length > 0) throw invalid(errors)
}
