import { CampaignBatch } from '../../models/campaign-batch.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Email } from '../../models/email.js'
import { waitUntil } from '../../runtime/concurrency/wait-until.js'
import { HELD } from './open-claims.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

// A little more than the longest time between the claim of a message and its hand-over.
const PATIENCE_MS = 5_500
// A message that was claimed longer ago has left, or never will.
const IN_HAND_MS = 20_000
const BY_STATUS = { projectId: 1, status: 1, createdAt: -1, _id: -1 } as const

/**
 * Waits until no message of a cancelled or paused campaign is being handed over, for `patienceMs` at most. Returns the
 * campaign with its counters after that. The eligibility check skips messages that are claimed from now on.
 */
export async function waitUntilNothingLeaves(
  campaign: CampaignRecord,
  patienceMs = PATIENCE_MS,
): Promise<CampaignRecord> {
  const { _id: campaignId, projectId } = campaign
  const isLeaving = async (): Promise<boolean> => {
    // Claims first, because the open claim of a dead worker turns into emails.
    if ((await CampaignBatch.exists({ projectId, campaignId, ...HELD })) !== null) return true
    const claimedAt = { $gt: new Date(databaseNow().getTime() - IN_HAND_MS) }
    return (await Email.exists({ projectId, campaignId, status: 'SENDING', claimedAt }).hint(BY_STATUS)) !== null
  }
  await waitUntil(async () => !(await isLeaving()), patienceMs)
  return (await Campaign.findOne({ _id: campaignId, projectId }).lean()) ?? campaign
}
