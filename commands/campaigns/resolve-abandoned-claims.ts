import { CampaignBatch, type CampaignBatchRecord, type CampaignClaim } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { Contact } from '../../models/contact.js'
import { storeClaimed } from '../emails/store-claimed.js'
import { closeClaim } from './claim-recipients.js'
import { claimedEmails, recipientsIn } from './claimed-email.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'

/**
 * Takes over abandoned claims of a campaign, or of one part of it: stores those of their emails that are not stored
 * yet, SENDING since the claim, to be resolved like every message with an unknown outcome. If a worker still works on a
 * claim, nothing is lost: the outcome of a stored email is recorded on it.
 */
export async function resolveAbandonedClaims(
  campaign: CampaignRecord,
  { part, until = databaseNow() }: { part?: number; until?: Date } = {},
): Promise<void> {
  const { _id: campaignId, projectId } = campaign
  const ofPart = part === undefined ? {} : { part }
  const held = CampaignBatch.find({ projectId, campaignId, ...ofPart, 'claims.at': { $lte: until } })
  for await (const batch of held.lean().cursor()) {
    for (const claim of batch.claims.filter(({ at }) => at <= until)) {
      await storeEmails(campaign, batch, claim)
      await closeClaim(batch, claim.id)
    }
  }
}

async function storeEmails(
  campaign: CampaignRecord,
  { contactIds }: CampaignBatchRecord,
  claim: CampaignClaim,
): Promise<void> {
  const recipients = recipientsIn(claim, contactIds)
  const ids = recipients.map(({ contactId }) => contactId)
  const contacts = await Contact.find({ _id: { $in: ids }, projectId: campaign.projectId }, { email: 1 }).lean()
  await storeClaimed(claimedEmails(campaign, recipients, { contacts, at: claim.at }))
}
