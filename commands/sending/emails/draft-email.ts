import type { EmailRecord } from '../../../models/email.js'
import { newEmail, type NewEmail } from '../../../models/new-email.js'

/** The recipient of one message. */
export interface EmailRecipient extends Pick<EmailRecord, '_id' | 'contactId' | 'to' | 'toName'> {
  /** The address for the header and the envelope, if it differs from `to`. */
  spelling?: string
}

/** The fields that all messages of a request share. */
export type EmailDraft = Omit<NewEmail, keyof EmailRecipient | 'sourceType' | 'createdAt'>

/** The id of the Temporal workflow execution that delivers one email. The delivery of a group has another id. */
export function deliveryIdOf(emailId: string): string {
  return `email:${emailId}`
}

/** A PENDING transactional message, which is not stored yet. */
export function draftEmail(
  draft: EmailDraft,
  { spelling, ...recipient }: EmailRecipient,
  createdAt: Date,
): EmailRecord {
  return newEmail({
    ...draft,
    ...recipient,
    ...(spelling === undefined || spelling === recipient.to ? {} : { toSpelling: spelling }),
    sourceType: 'TRANSACTIONAL',
    temporalWorkflowId: deliveryIdOf(recipient._id),
    createdAt,
  })
}
