import { listedStatusOf } from './domain/email-status.js'
import type { EmailRecord } from './email.js'

/** The fields of a new email that have no default. */
type Required = '_id' | 'projectId' | 'contactId' | 'to' | 'from' | 'subject' | 'contentId' | 'type' | 'sourceType'

/** The fields of a new email that have no default, and others that differ from their defaults. */
export type NewEmail = Pick<EmailRecord, Required | 'createdAt'> & Partial<EmailRecord>

/** An email with every field, because an insert of many emails adds no defaults. */
export function newEmail(fields: NewEmail): EmailRecord {
  const { status = 'PENDING' } = fields
  const listedStatus = listedStatusOf(status)
  return {
    aboutContactId: null,
    toName: null,
    fromName: null,
    replyTo: null,
    variables: null,
    headers: [],
    attachments: [],
    templateId: null,
    campaignId: null,
    executionId: null,
    workflowId: null,
    stepId: null,
    sequence: null,
    retries: null,
    depth: 0,
    tags: [],
    tracking: null,
    status,
    ...(listedStatus ? { listedStatus } : {}),
    error: null,
    messageId: null,
    temporalWorkflowId: null,
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
    updatedAt: fields.createdAt,
    ...fields,
  }
}
