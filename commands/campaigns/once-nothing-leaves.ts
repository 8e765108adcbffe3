import { CampaignBatch } from '../../models/campaign-batch.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'
import { HELD } from './open-claims.js'

// A little more than a message may be kept between its claim and the provider.
const PATIENCE_MS = 5_500
// What was claimed before that has left, or never will.
const IN_HAND_MS = 20_000
const BY_STATUS = { projectId: 1, status: 1, createdAt: -1, _id: -1 } as const

/**
 * A campaign that was just called off or paused, with its counters once nothing of it is on its way to the provider any
 * more, which is waited for, for `patienceMs` at most. What is claimed from now on is passed over.
 */
export async function onceNothingLeaves(campaign: CampaignRecord, patienceMs = PATIENCE_MS): Promise<CampaignRecord> {
  const { _id: campaignId, projectId } = campaign
  const isLeaving = async (): Promise<boolean> => {
    // In this order: a claim of a dead worker becomes emails.
    if ((await CampaignBatch.exists({ projectId, campaignId, ...HELD })) !== null) return true
    const claimedAt = { $gt: new Date(Date.now() - IN_HAND_MS) }
    return (await Email.exists({ projectId, campaignId, status: 'SENDING', claimedAt }).hint(BY_STATUS)) !== null
  }
  await waitUntil(async () => !(await isLeaving()), patienceMs)
  return (await Campaign.findOne({ _id: campaignId, projectId }).lean()) ?? campaign
}
