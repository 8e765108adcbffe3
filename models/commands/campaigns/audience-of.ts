import type { CampaignRecord } from '../../campaign.js'
import type { ConditionTree } from '../../domain/conditions/tree.js'
import { NOTHING, type MongoFilter } from '../../domain/conditions/mongo-filter.js'
import { compileForProject } from '../compile-for-project.js'
import { liveMembers } from '../segments/count-members.js'
import { findSegment } from '../segments/find-segment.js'

/** Whom a campaign is for: everyone, the members of a segment, or who meets a condition. */
export type Audience = Pick<CampaignRecord, 'projectId' | 'audienceType' | 'segmentId' | 'audienceCondition'>

/** A campaign, as far as it decides who gets it. */
export type Addressed = Audience & Pick<CampaignRecord, 'type'>

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
export async function recipientsOf(campaign: Addressed): Promise<MongoFilter> {
  return consenting(campaign, await membersOf(campaign))
}

/** Those of some contacts who may get a campaign of its type. */
export function consenting({ type }: Pick<CampaignRecord, 'type'>, contacts: MongoFilter): MongoFilter {
  return type === 'TRANSACTIONAL' ? contacts : { $and: [contacts, { subscribed: true }] }
}

async function meeting(projectId: string, condition: ConditionTree | null): Promise<MongoFilter> {
  return condition ? compileForProject(projectId, condition, { now: new Date() }) : NOTHING
}
