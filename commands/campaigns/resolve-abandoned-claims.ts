import { CampaignBatch, type CampaignBatchRecord, type CampaignClaim } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { Contact } from '../../models/contact.js'
import { storeClaimed } from '../emails/store-claimed.js'
import { closeClaim } from './claim-recipients.js'
import { claimedEmails, recipientsIn } from './claimed-email.js'

/**
 * Takes over the claims of a campaign, or of one part of it, that nobody works on any more: those of their emails that
 * are not stored yet are now, SENDING since the claim, and are settled from then on like every message in doubt. If
 * somebody did work on one, nothing is lost: what becomes of an email that is stored is noted on it.
 */
export async function resolveAbandonedClaims(
  campaign: CampaignRecord,
  { part, until = new Date() }: { part?: number; until?: Date } = {},
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
