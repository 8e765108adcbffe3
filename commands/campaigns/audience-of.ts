import type { CampaignRecord } from '../../models/campaign.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { NOTHING, type MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { segmentIdsOf } from '../../models/domain/conditions/walk-filters.js'
import { notFound } from '../../models/domain/errors.js'
import { Segment } from '../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { liveMembers } from '../segments/count-members.js'
import { findSegment } from '../segments/find-segment.js'

/** Whom a campaign is for: everyone, the members of a segment, or who meets a condition. */
export type Audience = Pick<CampaignRecord, 'projectId' | 'audienceType' | 'segmentId' | 'audienceCondition'>

/** A campaign, as far as it decides who gets it. */
export type Addressed = Audience & Pick<CampaignRecord, 'type'>

/**
 * The query of the contacts in an audience at this moment, whether they want mail or not. Throws
 * RESOURCE_NOT_FOUND when a segment that it names is gone, and BAD_REQUEST for a condition that is too large.
 */
export async function membersOf(audience: Audience): Promise<MongoFilter> {
  const { projectId, audienceType, segmentId, audienceCondition } = audience
  switch (audienceType) {
    case 'ALL':
      return { projectId }
    case 'SEGMENT':
      return liveMembers(await findSegment({ projectId, segmentId: segmentId ?? '' }))
    case 'FILTERED':
      return { $and: [{ projectId }, await meeting(projectId, audienceCondition)] }
    default:
      return audienceType satisfies never
  }
}

/**
 * The query of the contacts that a campaign is to be sent to at this moment: consent is asked for everything but
 * transactional mail. Suppressed addresses are still among them. Throws as `membersOf` does.
 */
export async function recipientsOf(campaign: Addressed): Promise<MongoFilter> {
  return consenting(campaign, await membersOf(campaign))
}

/** Those of some contacts who may get a campaign of its type. */
export function consenting({ type }: Pick<CampaignRecord, 'type'>, contacts: MongoFilter): MongoFilter {
  return type === 'TRANSACTIONAL' ? contacts : { $and: [contacts, { subscribed: true }] }
}

async function meeting(projectId: string, condition: ConditionTree | null): Promise<MongoFilter> {
  if (!condition) return NOTHING
  await requireSegments(projectId, [...segmentIdsOf(condition)])
  return compileForProject(projectId, condition, { now: new Date() })
}

// A condition asks for nobody where a segment is missing; its author did not mean that.
async function requireSegments(projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const found = new Set(await Segment.distinct('_id', { _id: { $in: ids }, projectId }))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound('segment', missing)
}
