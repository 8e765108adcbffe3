import { Campaign } from '../../../models/campaign.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import type { CampaignRef } from './find-campaign.js'

/** Ends a campaign once each of its recipients has an outcome: SENDING → SENT. Returns false before that. */
export async function finishCampaign(ref: CampaignRef): Promise<boolean> {
  const { projectId, campaignId } = ref
  if (!(await hasAllOutcomes(ref))) return false
  await Campaign.updateOne(
    { _id: campaignId, projectId, status: 'SENDING', frozenAt: { $ne: null } },
    { $set: { status: 'SENT', sentAt: new Date(), pausedAt: null } },
  )
  return true
}

/** Whether every recipient of a campaign's frozen audience has an outcome. Also true before the freeze. */
export async function hasAllOutcomes({ projectId, campaignId }: CampaignRef): Promise<boolean> {
  return (await CampaignBatch.exists({ projectId, campaignId })) === null
}
