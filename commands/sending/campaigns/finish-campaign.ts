import { Campaign } from '../../../models/campaign.js'
import { CampaignBatch } from '../../../models/campaign-batch.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { notify } from '../../base/notifications/notify.js'
import type { CampaignRef } from './find-campaign.js'

/** Ends a campaign once each of its recipients has an outcome: SENDING → SENT. Returns false before that. */
export async function finishCampaign(ref: CampaignRef): Promise<boolean> {
  const { projectId, campaignId } = ref
  if (!(await hasAllOutcomes(ref))) return false
  await inTransaction(async (session) => {
    const campaign = await Campaign.findOneAndUpdate(
      { _id: campaignId, projectId, status: 'SENDING', frozenAt: { $ne: null } },
      { $set: { status: 'SENT', sentAt: new Date(), pausedAt: null } },
      { projection: { name: 1, totalRecipients: 1 }, session },
    ).lean()
    if (!campaign) return
    const about = { campaignId, name: campaign.name, count: campaign.totalRecipients }
    await notify({ projectId, kind: 'CAMPAIGN_SENT', key: `campaign-sent:${campaignId}`, about }, session)
  })
  return true
}

/** Whether every recipient of a campaign's frozen audience has an outcome. Also true before the freeze. */
export async function hasAllOutcomes({ projectId, campaignId }: CampaignRef): Promise<boolean> {
  return (await CampaignBatch.exists({ projectId, campaignId })) === null
}
