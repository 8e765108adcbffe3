import { CampaignBatch, type CampaignBatchRecord } from '../../../models/campaign-batch.js'
import { Campaign, type CampaignRecord } from '../../../models/campaign.js'
import { Email } from '../../../models/email.js'
import { waitUntil } from '../../../runtime/concurrency/wait-until.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { emailsIn } from './batch-emails.js'

// A little more than the longest time between the claim of a message and its submission.
const PATIENCE_MS = 5_500
// A message that was claimed longer ago has been submitted, or never will be.
const SUBMITTED_WITHIN_MS = 20_000

/**
 * Waits until no message of a cancelled or paused campaign is being submitted, for `patienceMs` at most. Returns the
 * campaign with its counters after that. Messages that are claimed from now on are not submitted: the eligibility check
 * refuses them.
 */
export async function waitUntilNothingLeaves(
  campaign: CampaignRecord,
  patienceMs = PATIENCE_MS,
): Promise<CampaignRecord> {
  const { _id: campaignId, projectId } = campaign
  await waitUntil(async () => !(await isLeaving(campaign)), patienceMs)
  return (await Campaign.findOne({ _id: campaignId, projectId }).lean()) ?? campaign
}

async function isLeaving({ _id: campaignId, projectId }: CampaignRecord): Promise<boolean> {
  // A batch is marked before the first of its messages is claimed.
  const open = await CampaignBatch.find(
    { projectId, campaignId, sendingSince: { $gt: new Date(0) } },
    { projectId: 1, baseId: 1, contactIds: 1 },
  ).lean<Pick<CampaignBatchRecord, '_id' | 'projectId' | 'baseId' | 'contactIds'>[]>()
  const claimedAt = { $gt: new Date(databaseNow().getTime() - SUBMITTED_WITHIN_MS) }
  for (const batch of open) {
    if (await Email.exists({ ...emailsIn(batch), status: 'SENDING', claimedAt })) return true
  }
  return false
}
