import { decodeTransfer } from './decode-body.js'
import { lastAttemptOf, readRecipients } from './delivery-status.js'
import { fieldOf, readFieldGroups, readFields, type HeaderField } from './header-fields.js'
import { withoutBrackets } from './inbound-files.js'
import type { MailReport, ReportedMessage } from './inbound-message.js'
import { findHeader, splitMessage, type MimePart } from './mime-parts.js'
import { readDate } from './read-inbound-message.js'

const DELIVERY_STATUS = new Set(['message/delivery-status', 'message/global-delivery-status'])
const FEEDBACK_REPORT = 'message/feedback-report'
const MESSAGES = new Set(['message/rfc822', 'message/global'])
const HEADERS = new Set(['text/rfc822-headers', 'message/global-headers', 'message/rfc822-headers'])

const MAX_FEEDBACK_TYPE_LENGTH = 100

/**
 * Reads a report on a message (RFC 6522): a delivery status (RFC 3464, RFC 6533) or feedback (RFC 5965). Null for
 * everything else, also for a bounce in words alone: nothing is guessed from text. Throws for no bytes of any kind.
 *
 * The feedback type is given as it is, in lower case; `isComplaint` says which ones are complaints.
 */
export async function readReport(raw: Buffer): Promise<MailReport | null> {
  const root = splitMessage(raw, new Set())
  if (root.type !== 'multipart/report') return null
  const status = root.parts.find(({ type }) => DELIVERY_STATUS.has(type))
  if (status) return readDelivery(root, status)
  const feedback = root.parts.find(({ type }) => type === FEEDBACK_REPORT)
  return feedback ? readFeedback(root, feedback) : null
}

function readDelivery(root: MimePart, status: MimePart): MailReport | null {
  const groups = readFieldGroups(decodeTransfer(status))
  const recipients = readRecipients(groups)
  if (recipients.length === 0) return null
  const at = readDate(lastAttemptOf(groups)) ?? readDate(fieldOf(root.fields, 'date'))
  return { kind: 'delivery', at, recipients, original: readOriginal(root) }
}

// A feedback report is one group of fields; empty lines between them are a fault of some senders.
function readFeedback(root: MimePart, feedback: MimePart): MailReport | null {
  const fields = readFieldGroups(decodeTransfer(feedback)).flat()
  const feedbackType = /^\s*([\w-]+)/.exec(fieldOf(fields, 'feedback-type') ?? '')?.[1]?.toLowerCase()
  if (!feedbackType) return null
  return {
    kind: 'feedback',
    // The arrival is that of the message; the complaint came with the report. Received-Date is its older name.
    at:
      readDate(fieldOf(root.fields, 'date')) ??
      readDate(fieldOf(fields, 'arrival-date')) ??
      readDate(fieldOf(fields, 'received-date')),
    feedbackType: feedbackType.slice(0, MAX_FEEDBACK_TYPE_LENGTH),
    original: readOriginal(root),
  }
}

// The last such part counts: the one for people, before it, may be a message too.
function readOriginal(root: MimePart): ReportedMessage {
  const part = root.parts.findLast(({ type }) => MESSAGES.has(type) || HEADERS.has(type))
  const fields = part ? fieldsOfQuoted(part) : []
  return {
    messageId: withoutBrackets(fieldOf(fields, 'message-id') ?? '') || null,
    emailId: withoutBrackets(fieldOf(fields, 'x-email-id') ?? '') || null,
  }
}

function fieldsOfQuoted(part: MimePart): HeaderField[] {
  const quoted = decodeTransfer(part)
  // A leading empty line, which some servers write, would end the header before it began.
  const text = quoted.subarray(findHeader(quoted))
  const end = text.indexOf('\n\n')
  const endWithReturns = text.indexOf('\n\r\n')
  const ends = [end, endWithReturns].filter((at) => at >= 0)
  return readFields(ends.length > 0 ? text.subarray(0, Math.min(...ends)) : text)
}
