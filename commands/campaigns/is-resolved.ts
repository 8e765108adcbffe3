import { CampaignBatch } from '../../models/campaign-batch.js'
import type { CampaignRef } from './campaign-ref.js'

/** Whether nobody of a campaign's frozen audience is left who waits, or is in doubt; true before it is frozen too. */
export async function isResolved({ projectId, campaignId }: CampaignRef): Promise<boolean> {
  return (await CampaignBatch.exists({ projectId, campaignId })) === null
}
