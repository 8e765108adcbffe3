import { Campaign } from '../../models/campaign.js'
import { newMark } from '../../models/outbox-entry.js'
import { entryOf, type CampaignChanged, type CampaignRef } from './campaign-ref.js'
import { onceNothingLeaves } from './once-nothing-leaves.js'
import { wrongState } from './wrong-state.js'

const CANCELLABLE = ['SCHEDULED', 'SENDING'] as const

/**
 * Cancels a campaign in the database first; stopping its durable execution is the entry that follows. No
 * message leaves after this returns, because each is looked at once more after its claim, and what was claimed before
 * is waited for, for a few seconds or `patienceMs` at most. Throws CAMPAIGN_NOT_FOUND, and CONFLICT in any other state.
 */
export async function cancelCampaign(ref: CampaignRef, patienceMs?: number): Promise<CampaignChanged> {
  const campaign = await Campaign.findOneAndUpdate(
    { _id: ref.campaignId, projectId: ref.projectId, status: { $in: CANCELLABLE } },
    { $set: { status: 'CANCELLED', pausedAt: null, dispatch: newMark() } },
    { returnDocument: 'after' },
  ).lean()
  if (!campaign) throw await wrongState(ref, 'cancelled')
  return { campaign: await onceNothingLeaves(campaign, patienceMs), entries: [entryOf(campaign)] }
}
