import { CampaignBatch } from '../../campaign-batch.js'
import { Campaign } from '../../campaign.js'
import type { CampaignRef } from './campaign-ref.js'

/** Ends a campaign whose last recipient is settled: SENDING → SENT. False while some are not. */
export async function finishCampaign({ projectId, campaignId }: CampaignRef): Promise<boolean> {
  if (await CampaignBatch.exists({ projectId, campaignId })) return false
  await Campaign.updateOne(
    { _id: campaignId, projectId, status: 'SENDING', frozenAt: { $ne: null } },
    { $set: { status: 'SENT', sentAt: new Date(), pausedAt: null } },
  )
  return true
}
