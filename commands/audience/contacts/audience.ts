import type { ClientSession } from 'mongoose'
import type { CampaignRecord } from '../../../models/campaign.js'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { NOTHING, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { campaignIdsOf, segmentIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { liveMembers } from '../segments/count-members.js'
import { findSegment } from '../segments/find-segment.js'
import { lockReferencesIn, lockSegments } from '../../base/references/segment-references.js'
import { CAMPAIGN_MISSING, namedCampaigns } from '../../base/references/campaign-references.js'

/**
 * The audience of a campaign: all contacts, the members of a segment, or the contacts that meet a condition; nobody
 * until one is chosen.
 */
export type Audience = Pick<CampaignRecord, 'projectId' | 'audienceType' | 'segmentId' | 'audienceCondition'>

/** The fields of a campaign that decide its recipients. */
export type Addressed = Audience & Pick<CampaignRecord, 'type'>

/**
 * The query for the contacts in an audience at this moment, subscribed or not. Conditions look back and ahead from the
 * moment `at`, by default the present. Throws RESOURCE_NOT_FOUND when a segment of the audience is gone,
 * CAMPAIGN_NOT_FOUND for a campaign, and BAD_REQUEST for one that is too old and for a condition that is too large.
 */
export async function membersOf(audience: Audience, at = new Date()): Promise<OwnedQuery> {
  const { projectId, audienceType, segmentId, audienceCondition } = audience
  switch (audienceType) {
    case 'ALL':
      return { projectId }
    case 'SEGMENT':
      return liveMembers(await findSegment({ projectId, segmentId: segmentId ?? '' }), at)
    case 'FILTERED':
      return { $and: [{ projectId }, await conditionQuery(projectId, audienceCondition, at)] }
    case null:
      return { $and: [{ projectId }, NOTHING] }
    default:
      return audienceType satisfies never
  }
}

/**
 * The query for the recipients of a campaign at this moment: everything but transactional mail needs a subscription.
 * Suppressed addresses are still among them. `at` is as for `membersOf`, and so are the errors.
 */
export async function recipientsOf(campaign: Addressed, at = new Date()): Promise<OwnedQuery> {
  return consenting(campaign, await membersOf(campaign, at))
}

/** Restricts contacts to those that may get a campaign of this type. */
export function consenting({ type }: Pick<CampaignRecord, 'type'>, contacts: OwnedQuery): OwnedQuery {
  return type === 'TRANSACTIONAL' ? contacts : { $and: [contacts, { subscribed: true }] }
}

/**
 * Locks the segments and campaigns that a campaign's audience names, in the transaction that stores the campaign. Their
 * deletion conflicts with that transaction: MongoDB retries one of the two, which then sees the other. Throws
 * RESOURCE_NOT_FOUND for an unknown segment, and VALIDATION_ERROR with the path of each unknown segment or campaign
 * that the condition refers to.
 */
export async function lockAudience(
  session: ClientSession,
  { projectId, segmentId, audienceCondition }: Audience,
): Promise<void> {
  if (segmentId !== null && (await lockSegments(session, projectId, [segmentId])) === 0) {
    throw notFound('segment', segmentId)
  }
  if (audienceCondition === null) return
  await lockReferencesIn(session, { projectId, condition: audienceCondition, field: 'audienceCondition' })
}

async function conditionQuery(projectId: string, condition: ConditionTree | null, at: Date): Promise<MongoFilter> {
  if (!condition) return NOTHING
  await requireSegments(projectId, [...segmentIdsOf(condition)])
  await requireCampaigns(projectId, [...campaignIdsOf(condition)])
  return compileForProject(projectId, condition, { now: at })
}

// A condition on a missing segment or campaign would match no contact, which its author did not mean.
async function requireSegments(projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const found = new Set(await Segment.distinct('_id', { _id: { $in: ids }, projectId }))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound('segment', missing)
}

async function requireCampaigns(projectId: string, ids: string[]): Promise<void> {
  const { faultOf } = await namedCampaigns(projectId, ids)
  for (const id of ids) {
    const fault = faultOf(id)
    if (fault === CAMPAIGN_MISSING) throw notFound('campaign', id)
    if (fault !== null) throw new AppError('BAD_REQUEST', fault, { details: { resource: 'campaign', id } })
  }
}
