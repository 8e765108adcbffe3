import type { BounceType } from './email-facts.js'

/** A bounce in the words of SES: its type, and a subtype such as `MailboxFull`. */
export interface BounceClass {
  bounceType: BounceType
  bounceSubType: string
}

/**
 * Classifies a delivery report as SES would: by its action (RFC 3464, 2.3.3) and its enhanced status code (RFC 3463). Null
 * for an action other than `failed`: a delayed message is still under way.
 *
 * Only a status that says that the address will never take mail is permanent, since that suppresses the address. A refusal
 * of the message (policy, content, size) or of its sender is transient. The subtype of SES for an address that does not
 * exist is `General`; its `NoEmail` means a bounce that names no address.
 * Source: docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types and the IANA registry of SMTP enhanced
 * status codes.
 */
export function classifyBounce({ action, status }: { action: string; status: string }): BounceClass | null {
  if (action !== 'failed') return null
  const [severity, subject, detail] = status.split('.')
  if (severity !== '4' && severity !== '5') return UNDETERMINED
  const code = `${subject}.${detail}`
  const either = ANY_SEVERITY.get(code)
  if (either) return transient(either)
  if (severity === '4') return transient('General')
  if (PERMANENT.has(code)) return { bounceType: 'Permanent', bounceSubType: 'General' }
  const subType = TRANSIENT.get(code) ?? TRANSIENT_SUBJECTS.get(subject ?? '')
  return subType ? transient(subType) : UNDETERMINED
}

const UNDETERMINED: BounceClass = { bounceType: 'Undetermined', bounceSubType: 'Undetermined' }

// What these say holds for today's mailbox or message, however the server graded it.
const ANY_SEVERITY = new Map([
  ['2.2', 'MailboxFull'],
  ['2.3', 'MessageTooLarge'],
  ['3.4', 'MessageTooLarge'],
  // The time for trying ran out.
  ['4.7', 'General'],
])

const PERMANENT = new Set([
  // The mailbox, the domain or the syntax of the address is bad, or the mailbox has moved or takes no mail at all.
  '1.0',
  '1.1',
  '1.2',
  '1.3',
  '1.6',
  '1.10',
  // The mailbox is disabled.
  '2.1',
  // The domain does not exist: Postfix reports 5.4.4, Exchange Online 5.4.310. A failed look-up would be 4.4.x.
  '4.4',
  '4.310',
  // The mailbox or the domain now belongs to somebody else (RFC 7293).
  '7.17',
  '7.18',
])

const TRANSIENT = new Map([
  // The address of the sender is at fault.
  ['1.7', 'General'],
  ['1.8', 'General'],
  // A mailing list could not be expanded.
  ['2.4', 'General'],
  // A loop.
  ['4.6', 'General'],
  ['4.14', 'General'],
])

const TRANSIENT_SUBJECTS = new Map([
  // The receiving system, not the mailbox.
  ['3', 'General'],
  ['6', 'ContentRejected'],
  ['7', 'ContentRejected'],
])

function transient(bounceSubType: string): BounceClass {
  return { bounceType: 'Transient', bounceSubType }
}
