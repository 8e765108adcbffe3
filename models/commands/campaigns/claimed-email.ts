import type { CampaignRecord } from '../../campaign.js'
import type { EmailRecord } from '../../email.js'

/**
 * The email of one recipient of a campaign as it is from its claim on, not stored. An address is missing where the
 * contact is: its email counts it as passed over.
 */
export function claimedEmail(
  campaign: CampaignRecord,
  { emailId, contactId, to, at }: { emailId: string; contactId: string; to: string; at: Date },
): EmailRecord {
  // One literal, because it is made a hundred thousand times: what the schema would fill in is here too.
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
