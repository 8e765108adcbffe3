import type { EmailRecord } from '../../models/email.js'

/** What a request says of each of its messages. */
export type EmailDraft = Pick<
  EmailRecord,
  | 'projectId'
  | 'from'
  | 'fromName'
  | 'replyTo'
  | 'subject'
  | 'contentId'
  | 'variables'
  | 'headers'
  | 'attachments'
  | 'type'
  | 'templateId'
  | 'tags'
  | 'tracking'
> &
  Pick<Partial<EmailRecord>, 'sharedVariablesId' | 'answerableProjectId'>

/** The recipient of one message. */
export interface EmailRecipient extends Pick<EmailRecord, '_id' | 'contactId' | 'to' | 'toName'> {
  /** The address for the header and the envelope, where that is not `to`. */
  spelling?: string
}

/** The id under which Temporal delivers an email by itself; a delivery of several has an id of its own. */
export function ownDeliveryId(emailId: string): string {
  return `email:${emailId}`
}

/** A transactional message that waits to be sent, not stored. It has every field, because the insert adds no defaults. */
export function draftEmail(draft: EmailDraft, recipient: EmailRecipient, at: Date): EmailRecord {
  const { _id, contactId, to, spelling = to, toName } = recipient
  return {
    _id,
    projectId: draft.projectId,
    contactId,
    aboutContactId: null,
    to,
    ...(spelling === to ? {} : { toSpelling: spelling }),
    toName,
    from: draft.from,
    fromName: draft.fromName,
    replyTo: draft.replyTo,
    subject: draft.subject,
    contentId: draft.contentId,
    variables: draft.variables,
    headers: draft.headers,
    ...(draft.sharedVariablesId === undefined ? {} : { sharedVariablesId: draft.sharedVariablesId }),
    ...(draft.answerableProjectId === undefined ? {} : { answerableProjectId: draft.answerableProjectId }),
    attachments: draft.attachments,
    type: draft.type,
    sourceType: 'TRANSACTIONAL',
    templateId: draft.templateId,
    campaignId: null,
    executionId: null,
    workflowId: null,
    stepId: null,
    sequence: null,
    retries: null,
    depth: 0,
    tags: draft.tags,
    tracking: draft.tracking,
    status: 'PENDING',
    error: null,
    messageId: null,
    temporalWorkflowId: ownDeliveryId(_id),
    attempt: 0,
    claimedAt: null,
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
