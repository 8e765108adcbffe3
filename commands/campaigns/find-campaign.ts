import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { notFound } from '../../models/domain/errors.js'
import type { CampaignRef } from './campaign-ref.js'

/** The campaign as it stands. Throws CAMPAIGN_NOT_FOUND. */
export async function findCampaign({ projectId, campaignId }: CampaignRef): Promise<CampaignRecord> {
  const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
  if (!campaign) throw notFound('campaign', campaignId)
  return campaign
}
