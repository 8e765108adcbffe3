import { Campaign } from '../../campaign.js'
import { pending } from '../../intent.js'
import { intentOf, type CampaignChanged, type CampaignRef } from './campaign-ref.js'
import { wrongState } from './wrong-state.js'

const CANCELLABLE = ['SCHEDULED', 'SENDING'] as const

/**
 * Cancels a campaign in the database first; stopping its durable execution is the intent that follows. No
 * message leaves after this returns but those in the provider's hands, because each is checked at its turn.
 * Throws CAMPAIGN_NOT_FOUND, and CONFLICT in any other state.
 */
export async function cancelCampaign(ref: CampaignRef): Promise<CampaignChanged> {
  const campaign = await Campaign.findOneAndUpdate(
    { _id: ref.campaignId, projectId: ref.projectId, status: { $in: CANCELLABLE } },
    { $set: { status: 'CANCELLED', pausedAt: null, dispatch: pending() } },
    { returnDocument: 'after' },
  ).lean()
  if (!campaign) throw await wrongState(ref, 'cancelled')
  return { campaign, intents: [intentOf(campaign)] }
}
