import { normaliseAddress } from '../../../models/domain/addresses.js'
import { replyHeaders } from '../../../models/domain/reply-headers.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import type { ExecutionRecord } from '../../../models/execution.js'
import { ReceivedBody } from '../../../models/received-body.js'

/**
 * The headers of an email of `execution` that answers the `email.received` which started it: an email to the sender of
 * the received message, or to the address for replies. Empty for other emails. It costs queries only where such an
 * event started the execution.
 */
export async function answerHeaders(
  { projectId, contactId, sourceEventId, context }: ExecutionRecord,
  recipient: Pick<EmailRecord, 'contactId' | 'to'>,
): Promise<EmailRecord['headers']> {
  // Every `email.received` has verdicts, and later events replace values of the context without removing any.
  if (sourceEventId === null || !('spamVerdict' in context)) return []
  // A received email has the id of its event.
  const [email, body] = await Promise.all([
    Email.findOne(
      { _id: sourceEventId, projectId, sourceType: 'INBOUND' },
      { messageId: 1, from: 1, replyTo: 1 },
    ).lean(),
    ReceivedBody.findOne({ _id: sourceEventId, projectId }, { inReplyTo: 1, references: 1 }).lean(),
  ])
  if (!email) return []
  const senders = [email.from, email.replyTo ?? ''].map(normaliseAddress)
  if (recipient.contactId !== contactId && !senders.includes(recipient.to)) return []
  // The body expires before the record does.
  const { inReplyTo = null, references = [] } = body ?? {}
  return replyHeaders({ messageId: email.messageId, inReplyTo, references })
}
