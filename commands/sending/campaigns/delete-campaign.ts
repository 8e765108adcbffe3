import { Campaign } from '../../../models/campaign.js'
import { AppError } from '../../../models/domain/errors.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { deleteCampaignCounters } from '../../base/counters/campaign-counters.js'
import { findCampaignUsage } from './campaign-usage.js'
import { stateConflict, type CampaignRef } from './find-campaign.js'

const DELETABLE = ['DRAFT', 'SENT', 'CANCELLED'] as const

/**
 * Deletes a campaign; its emails stay, and keep its id. Throws CAMPAIGN_NOT_FOUND, and CONFLICT while the campaign is
 * scheduled or being sent, and while a segment, an enabled workflow or another campaign that is not over refers to it.
 */
export async function deleteCampaign(ref: CampaignRef): Promise<void> {
  const { projectId, campaignId } = ref
  const deletable = { _id: campaignId, projectId, status: { $in: DELETABLE } }
  await inTransaction(async (session) => {
    const campaign = await Campaign.findOne(deletable, { startedAt: 1, createdAt: 1, projectId: 1 }, { session }).lean()
    if (!campaign) throw await stateConflict(ref, 'deleted')
    const usage = await findCampaignUsage(session, ref)
    if (Object.keys(usage).length > 0) {
      throw new AppError('CONFLICT', 'The campaign is in use', {
        details: { ...usage },
        suggestion: 'Remove the campaign from the segments, campaigns and workflows that use it first',
      })
    }
    const { deletedCount } = await Campaign.deleteOne(deletable, { session })
    if (deletedCount === 0) throw await stateConflict(ref, 'deleted')
    await deleteCampaignCounters(campaign, session)
  })
}
