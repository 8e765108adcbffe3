import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import { campaignIdsOf } from '../../../models/domain/conditions/walk-filters.js'
import { campaignReferences } from '../../../models/domain/workflow-segments.js'
import { Segment } from '../../../models/segment.js'
import { Workflow } from '../../../models/workflow.js'
import { namesOf, type Named } from '../../base/listing/names-of.js'
import type { CampaignRef } from './find-campaign.js'

const MAX_NAMED = 100
const LIVE = ['DRAFT', 'SCHEDULED', 'SENDING'] as const

/** What refers to a campaign, at most a hundred of each kind. A kind without references is missing. */
export interface CampaignUsage {
  segments?: Named[]
  campaigns?: Named[]
  workflows?: Named[]
}

/** The segments, the enabled workflows and the other campaigns that are not over whose conditions name a campaign. */
export async function findCampaignUsage(
  session: ClientSession,
  { projectId, campaignId }: CampaignRef,
): Promise<CampaignUsage> {
  const segments = Segment.find({ projectId, condition: { $ne: null } }, { name: 1, condition: 1 }, { session })
  const campaigns = Campaign.find(
    { projectId, status: { $in: LIVE }, audienceCondition: { $ne: null }, _id: { $ne: campaignId } },
    { name: 1, audienceCondition: 1 },
    { session },
  )
  const workflows = Workflow.find({ projectId, enabled: true }, { name: 1, triggerConfig: 1, steps: 1 }, { session })
  const usage = {
    segments: await namesOf(segments.lean().cursor(), ({ condition }) => isNamedIn(condition, campaignId), MAX_NAMED),
    campaigns: await namesOf(
      campaigns.lean().cursor(),
      (other) => isNamedIn(other.audienceCondition, campaignId),
      MAX_NAMED,
    ),
    workflows: await namesOf(
      workflows.lean().cursor(),
      (workflow) => campaignReferences(workflow).some((reference) => reference.campaignId === campaignId),
      MAX_NAMED,
    ),
  }
  return Object.fromEntries(Object.entries(usage).filter(([, names]) => names.length > 0))
}

function isNamedIn(condition: Parameters<typeof campaignIdsOf>[0] | null, campaignId: string): boolean {
  return condition !== null && campaignIdsOf(condition).has(campaignId)
}
