import type { EmailRecord } from '../../models/email.js'
import { newEmail, type NewEmail } from '../../models/new-email.js'

/** The recipient of one message. */
export interface EmailRecipient extends Pick<EmailRecord, '_id' | 'contactId' | 'to' | 'toName'> {
  /** The address for the header and the envelope, where that is not `to`. */
  spelling?: string
}

/** What a request says of each of its messages. */
export type EmailDraft = Omit<NewEmail, keyof EmailRecipient | 'sourceType' | 'createdAt'>

/** The id under which Temporal delivers an email by itself; a delivery of several has an id of its own. */
export function ownDeliveryId(emailId: string): string {
  return `email:${emailId}`
}

/** A transactional message that waits to be sent, not stored. */
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
    temporalWorkflowId: ownDeliveryId(recipient._id),
    createdAt,
  })
}
