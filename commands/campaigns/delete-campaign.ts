import { Campaign } from '../../models/campaign.js'
import { resolveAbandonedClaims } from './resolve-abandoned-claims.js'
import type { CampaignRef } from './campaign-ref.js'
import { wrongState } from './wrong-state.js'

const DELETABLE = ['DRAFT', 'SENT', 'CANCELLED'] as const

/**
 * Deletes a campaign; the emails of it stay, and go on naming it. Throws CAMPAIGN_NOT_FOUND, and CONFLICT while it is
 * scheduled or being sent.
 */
export async function deleteCampaign(ref: CampaignRef): Promise<void> {
  const { projectId, campaignId } = ref
  const cancelled = await Campaign.findOne({ _id: campaignId, projectId, status: 'CANCELLED' }).lean()
  // Without it nobody could tell what the emails are that it had claimed.
  if (cancelled) await resolveAbandonedClaims(cancelled)
  const { deletedCount } = await Campaign.deleteOne({ _id: campaignId, projectId, status: { $in: DELETABLE } })
  if (deletedCount === 0) throw await wrongState(ref, 'deleted')
}
