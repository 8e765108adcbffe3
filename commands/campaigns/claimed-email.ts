import type { CampaignClaim } from '../../models/campaign-batch.js'
import type { CampaignRecord } from '../../models/campaign.js'
import type { ContactRecord } from '../../models/contact.js'
import type { EmailRecord } from '../../models/email.js'

/** A claimed contact, and the id of its email. */
export interface Recipient {
  contactId: string
  emailId: string
}

/** The emails of recipients that were claimed together, in their order. A deleted contact leaves no address. */
export function claimedEmails(
  campaign: CampaignRecord,
  recipients: Recipient[],
  { contacts, at }: { contacts: Pick<ContactRecord, '_id' | 'email'>[]; at: Date },
): EmailRecord[] {
  const addresses = new Map(contacts.map(({ _id, email }) => [_id, email]))
  return recipients.map(({ contactId, emailId }) =>
    claimedEmail(campaign, { contactId, emailId, to: addresses.get(contactId) ?? '', at }),
  )
}

/** The recipients of a claim, of the contacts of its batch. */
export function recipientsIn({ from, to, emailIds }: CampaignClaim, contactIds: string[]): Recipient[] {
  return contactIds.slice(from, to).map((contactId, place) => ({ contactId, emailId: emailIds[place] ?? '' }))
}

/**
 * The email of one recipient of a campaign from its claim on, not stored. Its address is empty when the contact is
 * deleted: the email is then counted as skipped.
 */
export function claimedEmail(
  campaign: CampaignRecord,
  { emailId, contactId, to, at }: { emailId: string; contactId: string; to: string; at: Date },
): EmailRecord {
  // One literal with the defaults of the schema, because it is built a hundred thousand times.
  return {
    _id: emailId,
    projectId: campaign.projectId,
    contactId,
    aboutContactId: null,
    to,
    toName: null,
    from: campaign.from,
    fromName: campaign.fromName,
    replyTo: campaign.replyTo,
    subject: campaign.subject,
    contentId: campaign.contentId ?? '',
    variables: null,
    headers: [],
    attachments: [],
    type: campaign.type,
    sourceType: 'CAMPAIGN',
    templateId: null,
    campaignId: campaign._id,
    executionId: null,
    workflowId: null,
    stepId: null,
    sequence: null,
    retries: null,
    depth: 0,
    tags: [],
    tracking: null,
    status: 'SENDING',
    error: null,
    messageId: null,
    temporalWorkflowId: null,
    attempt: 1,
    claimedAt: at,
    claim: null,
    sentAt: null,
    deliveredAt: null,
    openedAt: null,
    clickedAt: null,
    bouncedAt: null,
    complainedAt: null,
    unsubscribedAt: null,
    opens: 0,
    clicks: 0,
    createdAt: at,
    updatedAt: at,
  }
}
