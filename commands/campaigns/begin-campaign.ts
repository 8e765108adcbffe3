import { Campaign } from '../../models/campaign.js'
import type { CampaignRef } from './campaign-ref.js'
import { beginning } from './send-campaign.js'

/** Whether a campaign is being sent, has to wait for its time, or is over. */
export type Beginning = { state: 'waiting'; waitMs: number; at: string } | { state: 'sending' } | { state: 'over' }

/** Lets a scheduled campaign begin when its time has come: SCHEDULED → SENDING. */
export async function beginCampaign(ref: CampaignRef & { retentionDays: number }): Promise<Beginning> {
  const { projectId, campaignId, retentionDays } = ref
  // Every turn lost means that the campaign was changed in between.
  for (;;) {
    const campaign = await Campaign.findOne({ _id: campaignId, projectId }).lean()
    if (campaign?.status === 'SENDING') return { state: 'sending' }
    if (campaign?.status !== 'SCHEDULED') return { state: 'over' }
    const { scheduledFor, updatedAt } = campaign
    const waitMs = (scheduledFor?.getTime() ?? 0) - Date.now()
    if (scheduledFor && waitMs > 0) return { state: 'waiting', waitMs, at: scheduledFor.toISOString() }
    await Campaign.updateOne(
      { _id: campaignId, projectId, status: 'SCHEDULED', updatedAt },
      { $set: await beginning(campaign, retentionDays) },
    )
  }
}
