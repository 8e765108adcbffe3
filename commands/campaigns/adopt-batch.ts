import { ownDeliveryId } from '../emails/draft-email.js'
import { CampaignBatch, type CampaignBatchRecord } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import { Contact } from '../../models/contact.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import { Email } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { setOff } from '../outbox/set-off.js'
import { storeClaimed } from '../emails/store-claimed.js'
import { recipientEmail } from './recipient-emails.js'

/** A batch as earlier versions stored it: with the claims of its recipients inside, and emails of any id. */
export interface EarlierBatch extends Omit<CampaignBatchRecord, 'baseId' | 'sendingSince'> {
  baseId?: undefined
  claimed: number
  claims: { from: number; to: number; at: Date; emailIds: string[] }[]
}

/**
 * Takes over a batch that an earlier version has begun. The emails of its open claims are stored, SENDING since their
 * claim, and those without an outcome get deliveries of their own; the batch goes on with the contacts that nobody has
 * claimed. Nothing changes when another process takes the batch over at the same time.
 */
export async function adoptBatch(campaign: CampaignRecord, batch: EarlierBatch): Promise<void> {
  const { _id, projectId, campaignId, contactIds, claimed, claims } = batch
  for (const claim of claims) await storeEmailsOf(campaign, contactIds, claim)
  const stored = await Email.find(
    { projectId, campaignId, contactId: { $in: contactIds } },
    { contactId: 1, status: 1 },
  ).lean()
  const reached = new Set(stored.map(({ contactId }) => contactId))
  const unresolved = stored.filter(({ status }) => UNRESOLVED_STATUSES.includes(status))
  await inTransaction(async (session) => {
    const { matchedCount } = await CampaignBatch.collection.updateOne(
      { _id: _id as never, projectId, claimed, baseId: { $exists: false } },
      {
        $set: { contactIds: contactIds.filter((id) => !reached.has(id)), baseId: newId(), sendingSince: null },
        $unset: { claimed: 1, claims: 1 },
      },
      { session },
    )
    if (matchedCount === 0) return
    const ids = unresolved.map((email) => email._id)
    const deliveryId = [{ $set: { temporalWorkflowId: { $concat: [ownDeliveryId(''), '$_id'] } } }]
    await Email.collection.updateMany({ _id: { $in: ids as never[] }, projectId }, deliveryId, { session })
    await setOff(session, { kind: 'email', projectId, ids })
  })
}

async function storeEmailsOf(
  campaign: CampaignRecord,
  contactIds: string[],
  { from, to: end, at, emailIds }: EarlierBatch['claims'][number],
): Promise<void> {
  const ids = contactIds.slice(from, end)
  const contacts = await Contact.find({ _id: { $in: ids }, projectId: campaign.projectId }, { email: 1 }).lean()
  const addresses = new Map(contacts.map(({ _id, email }) => [_id, email]))
  const emails = ids.map((contactId, place) => {
    const emailId = emailIds[place] ?? newId()
    return recipientEmail(campaign, { emailId, contactId, to: addresses.get(contactId) ?? '', at, claim: newId() })
  })
  await storeClaimed(emails)
}
