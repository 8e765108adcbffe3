import { Campaign } from '../../models/campaign.js'
import type { CampaignRef } from './campaign-ref.js'
import { isResolved } from './is-resolved.js'

/** Ends a campaign whose last recipient is settled: SENDING → SENT. False while some are not. */
export async function finishCampaign(ref: CampaignRef): Promise<boolean> {
  const { projectId, campaignId } = ref
  if (!(await isResolved(ref))) return false
  await Campaign.updateOne(
    { _id: campaignId, projectId, status: 'SENDING', frozenAt: { $ne: null } },
    { $set: { status: 'SENT', sentAt: new Date(), pausedAt: null } },
  )
  return true
}
