import type { CampaignRecord } from '../../campaign.js'
import type { ConditionTree } from '../../domain/conditions/tree.js'
import { NOTHING, type MongoFilter } from '../../domain/conditions/mongo-filter.js'
import { compileForProject } from '../compile-for-project.js'
import { liveMembers } from '../segments/count-members.js'
import { findSegment } from '../segments/find-segment.js'

/** Whom a campaign is for: everyone, the members of a segment, or who meets a condition. */
export type Audience = Pick<CampaignRecord, 'projectId' | 'audienceType' | 'segmentId' | 'audienceCondition'>

/**
 * The query of the contacts in an audience at this moment, whether they want mail or not. Throws
 * RESOURCE_NOT_FOUND when its segment is gone, and BAD_REQUEST for a condition that is too large.
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
export async function recipientsOf(campaign: Audience & Pick<CampaignRecord, 'type'>): Promise<MongoFilter> {
  const members = await membersOf(campaign)
  return campaign.type === 'TRANSACTIONAL' ? members : { $and: [members, { subscribed: true }] }
}

async function meeting(projectId: string, condition: ConditionTree | null): Promise<MongoFilter> {
  return condition ? compileForProject(projectId, condition, { now: new Date() }) : NOTHING
}
