import { classifyBounce } from '../../models/domain/bounce-class.js'
import { addressesIn } from './addresses-in.js'
import { noticeOf } from './bounce-notice.js'
import { readRecipients, recipientOf } from './delivery-status.js'
import { fieldOf, readFieldGroups } from './header-fields.js'
import type { ReportedRecipient } from './inbound-message.js'
import type { MimePart } from './mime-parts.js'
import { collapse, replyOf, textOfFormat } from './notice-text.js'
import { NOTICE_FORMATS, type NoticeFormat } from './notice-formats.js'

// Amazon WorkMail writes the fields of a status into its text. So does a message whose parts cannot be divided.
const FIELDS_BEHIND = [
  'technical report:',
  'content-type: message/delivery-status',
  'content-type: message/global-delivery-status',
]
const MAIL_SYSTEM = /^(?:mailer-daemon|mail-daemon|postmaster|postfix|mmdf|root|mail|mailadmin|mail-?er|daemon)\b/i

/** Reads a report without a status part, or with a missing or damaged one. Empty for a notice of an unknown format. */
export function readNotice(root: MimePart, senderNames: ReadonlySet<string>): ReportedRecipient[] {
  const notice = noticeOf(root)
  const lower = notice.toLowerCase()
  for (const mark of FIELDS_BEHIND) {
    const at = lower.indexOf(mark)
    if (at < 0) continue
    const fields = notice.slice(notice.indexOf('\n', at) + 1 || notice.length)
    const recipients = readRecipients(readFieldGroups(Buffer.from(withoutLeadingBlanks(fields))), {
      notice,
      senderNames,
    })
    if (recipients.length > 0) return recipients
  }
  for (const format of NOTICE_FORMATS) {
    const recipient = readFormat(format, { notice, senderNames, root })
    if (recipient) return [recipient]
  }
  return []
}

function readFormat(
  format: NoticeFormat,
  { notice, senderNames, root }: { notice: string; senderNames: ReadonlySet<string>; root: MimePart },
): ReportedRecipient | null {
  const text = textOfFormat(format, notice)
  if (text === null || (format.isCommon && !isOfMailSystem(root))) return null
  const words = collapse(text)
  const action = format.delayed.some((phrase) => words.includes(phrase)) ? 'delayed' : 'failed'
  const reply = replyOf(format, text)
  const recipient = recipientOf({ action, reply, source: format.name }, { notice: text, senderNames })
  if (!format.isCommon) return recipient
  return classifyBounce(recipient)?.bounceType === 'Undetermined' ? null : recipient
}

function isOfMailSystem(root: MimePart): boolean {
  const sender = fieldOf(root.fields, 'from') ?? ''
  const [mailbox] = addressesIn(sender)
  const returnPath = fieldOf(root.fields, 'return-path')?.trim()
  return returnPath === '<>' || MAIL_SYSTEM.test(mailbox ?? sender.trim())
}

function withoutLeadingBlanks(text: string): string {
  return text.replace(/^[ \t]*(?:\n[ \t]*)*/, '')
}
