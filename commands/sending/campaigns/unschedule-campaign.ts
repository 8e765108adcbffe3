import type { CampaignRecord } from '../../../models/campaign.js'
import { changeAndEnqueue, stateConflict, type CampaignRef } from './find-campaign.js'

/**
 * Makes a scheduled campaign a draft again, without a date. Throws CAMPAIGN_NOT_FOUND, and CONFLICT in any other state.
 */
export async function unscheduleCampaign(ref: CampaignRef): Promise<CampaignRecord> {
  const { projectId, campaignId } = ref
  const draft = await changeAndEnqueue(
    { _id: campaignId, projectId, status: 'SCHEDULED' },
    { $set: { status: 'DRAFT', scheduledFor: null } },
  )
  if (!draft) throw await stateConflict(ref, 'unscheduled')
  return draft
}
