import { Campaign } from '../../models/campaign.js'
import { stateConflict, type CampaignRef } from './find-campaign.js'

const DELETABLE = ['DRAFT', 'SENT', 'CANCELLED'] as const

/**
 * Deletes a campaign; its emails stay, and keep its id. Throws CAMPAIGN_NOT_FOUND, and CONFLICT while the campaign is
 * scheduled or being sent.
 */
export async function deleteCampaign(ref: CampaignRef): Promise<void> {
  const { projectId, campaignId } = ref
  const { deletedCount } = await Campaign.deleteOne({ _id: campaignId, projectId, status: { $in: DELETABLE } })
  if (deletedCount === 0) throw await stateConflict(ref, 'deleted')
}
