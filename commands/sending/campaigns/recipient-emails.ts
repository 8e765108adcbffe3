import type { CampaignRecord } from '../../../models/campaign.js'
import type { ContactRecord } from '../../../models/contact.js'
import type { EmailRecord } from '../../../models/email.js'
import { newEmail } from '../../../models/new-email.js'
import { idAtPlace, newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'

/** The fields of a campaign that its emails copy. */
export type SentCampaign = Pick<
  CampaignRecord,
  '_id' | 'projectId' | 'from' | 'fromName' | 'replyTo' | 'subject' | 'contentId' | 'type'
>

/** A contact in a batch of a campaign's audience, and its place there. */
export interface Recipient {
  place: number
  contactId: string
}

/** The fields of a campaign that its emails copy. The body is not one of them: emails refer to it by `contentId`. */
export function sentCampaign(campaign: CampaignRecord): SentCampaign {
  const { _id, projectId, from, fromName, replyTo, subject, contentId, type } = campaign
  return { _id, projectId, from, fromName, replyTo, subject, contentId, type }
}

/**
 * The emails of a campaign to recipients of one batch, claimed for their submission and not stored yet. The email to a
 * deleted contact has an empty address, and is skipped.
 */
export function recipientEmails(
  campaign: SentCampaign,
  baseId: string,
  { recipients, contacts }: { recipients: Recipient[]; contacts: Pick<ContactRecord, '_id' | 'email'>[] },
): EmailRecord[] {
  const addresses = new Map(contacts.map(({ _id, email }) => [_id, email]))
  const at = databaseNow()
  const claim = newId()
  return recipients.map(({ place, contactId }) => {
    const to = addresses.get(contactId) ?? ''
    return recipientEmail(campaign, { emailId: idAtPlace(baseId, place), contactId, to, at, claim })
  })
}

/** The claimed email of one recipient of a campaign. */
export function recipientEmail(
  campaign: SentCampaign,
  { emailId, contactId, to, at, claim }: { emailId: string; contactId: string; to: string; at: Date; claim: string },
): EmailRecord {
  return newEmail({
    _id: emailId,
    projectId: campaign.projectId,
    contactId,
    to,
    from: campaign.from,
    fromName: campaign.fromName,
    replyTo: campaign.replyTo,
    subject: campaign.subject,
    contentId: campaign.contentId ?? '',
    type: campaign.type,
    sourceType: 'CAMPAIGN',
    campaignId: campaign._id,
    status: 'SENDING',
    attempt: 1,
    claimedAt: at,
    claim,
    createdAt: at,
  })
}
