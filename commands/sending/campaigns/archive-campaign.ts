import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { asRead, requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { findCampaign, stateConflict, type CampaignRef } from './find-campaign.js'

const ARCHIVABLE = ['DRAFT', 'SENT', 'CANCELLED'] as const

/**
 * Archives a campaign or restores it. Throws CAMPAIGN_NOT_FOUND, CONFLICT for a campaign to archive that is scheduled
 * or being sent, and StaleChangeError for a campaign that was changed since `ifUpdatedAt`.
 */
export async function archiveCampaign(edit: CampaignRef & ReadState, archived: boolean): Promise<CampaignRecord> {
  const { projectId, campaignId } = edit
  const permitted = archived ? { status: { $in: ARCHIVABLE } } : {}
  const changed = await Campaign.findOneAndUpdate(
    { _id: campaignId, projectId, archived: !archived, ...permitted, ...asRead(edit) },
    { $set: { archived } },
    // The content of the campaign does not change, so that nobody's edit of it becomes stale.
    { returnDocument: 'after', timestamps: false },
  ).lean()
  if (changed) return changed
  const campaign = await findCampaign(edit)
  requireAsRead(campaign, edit)
  if (campaign.archived === archived) return campaign
  throw await stateConflict(edit, 'archived')
}
