import { addressesIn } from './addresses-in.js'
import { noticeOf } from './bounce-notice.js'
import { decodeTransfer } from './decode-body.js'
import { lastAttemptOf, readRecipients } from './delivery-status.js'
import { fieldOf, readFieldGroups, readFields, type HeaderField } from './header-fields.js'
import { withoutBrackets } from './inbound-files.js'
import type { MailReport, ReportedMessage } from './inbound-message.js'
import { findHeader, splitMessage, type MimePart } from './mime-parts.js'
import { readDate } from './read-inbound-message.js'
import { readNotice } from './read-notice.js'
import { findReport, returnedIn, type FoundReport } from './report-parts.js'

const MAX_FEEDBACK_TYPE_LENGTH = 100

/**
 * Reads a report that came to a bounce address: a delivery status (RFC 3464, RFC 6533) or feedback (RFC 5965), in any
 * part of the message, or a report in words of a known format. The bounce address is proof enough, since only the
 * installation can make one. Null for any other message, such as the answer of a person or an absence notice. Never
 * throws.
 *
 * `feedbackType` is as the report gives it, in lower case; `isComplaint` says which types are complaints.
 */
export async function readReport(raw: Buffer): Promise<MailReport | null> {
  const root = splitMessage(raw, new Set())
  const { found, messages } = findReport(root)
  if (found?.kind === 'feedback') return readFeedback(root, found)
  return (found && readDelivery(root, found)) ?? readWords(root, messages)
}

function readDelivery(root: MimePart, { part, container }: FoundReport): MailReport | null {
  const groups = readFieldGroups(decodeTransfer(part))
  const context = { notice: noticeOf(container), senderNames: senderNamesOf(root, container) }
  const recipients = readRecipients(groups, context)
  if (recipients.length === 0) return null
  const at = readDate(lastAttemptOf(groups)) ?? readDate(fieldOf(root.fields, 'date'))
  return { kind: 'delivery', at, recipients, original: readOriginal(container) }
}

// A report in words may also be an attached message.
function readWords(root: MimePart, messages: readonly MimePart[]): MailReport | null {
  for (const message of messages) {
    const recipients = readNotice(message, senderNamesOf(root, message))
    if (recipients.length === 0) continue
    const at = readDate(fieldOf(message.fields, 'date')) ?? readDate(fieldOf(root.fields, 'date'))
    return { kind: 'delivery', at, recipients, original: readOriginal(message) }
  }
  return null
}

// The report came to the envelope sender of the message. The returned message shows the author's address.
function senderNamesOf(root: MimePart, container: MimePart): ReadonlySet<string> {
  const returned = returnedIn(container)
  const values = [
    fieldOf(root.fields, 'to'),
    ...(returned ? ['from', 'return-path', 'sender'].map((name) => fieldOf(fieldsOfQuoted(returned), name)) : []),
  ]
  const addresses = values.flatMap((value) => addressesIn(value ?? ''))
  return new Set(addresses.flatMap((address) => [address, address.slice(address.lastIndexOf('@') + 1)]))
}

// A feedback report is one group of fields. Some senders wrongly write empty lines between them.
function readFeedback(root: MimePart, { part, container }: FoundReport): MailReport | null {
  const fields = readFieldGroups(decodeTransfer(part)).flat()
  const feedbackType = /^\s*([\w-]+)/.exec(fieldOf(fields, 'feedback-type') ?? '')?.[1]?.toLowerCase()
  if (!feedbackType) return null
  return {
    kind: 'feedback',
    // Arrival-Date is the time of the message; the complaint is as late as the report. Received-Date is an older name.
    at:
      readDate(fieldOf(root.fields, 'date')) ??
      readDate(fieldOf(fields, 'arrival-date')) ??
      readDate(fieldOf(fields, 'received-date')),
    feedbackType: feedbackType.slice(0, MAX_FEEDBACK_TYPE_LENGTH),
    original: readOriginal(container),
  }
}

function readOriginal(container: MimePart): ReportedMessage {
  const part = returnedIn(container)
  const fields = part ? fieldsOfQuoted(part) : []
  return {
    messageId: withoutBrackets(fieldOf(fields, 'message-id') ?? '') || null,
    emailId: withoutBrackets(fieldOf(fields, 'x-email-id') ?? '') || null,
  }
}

function fieldsOfQuoted(part: MimePart): HeaderField[] {
  const quoted = decodeTransfer(part)
  // Some servers write an empty line first, which would end the header before it begins.
  const text = quoted.subarray(findHeader(quoted))
  const end = text.indexOf('\n\n')
  const endWithReturns = text.indexOf('\n\r\n')
  const ends = [end, endWithReturns].filter((at) => at >= 0)
  return readFields(ends.length > 0 ? text.subarray(0, Math.min(...ends)) : text)
}
