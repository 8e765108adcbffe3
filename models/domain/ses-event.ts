import type { BounceType, EmailFact } from './email-facts.js'
import { objectAt, textAt, textsAt, timeAt } from './json-values.js'
import { keyOfSesEvent } from './ses-event-key.js'

/** The SES message tag that carries the email's id. */
export const EMAIL_TAG = 'posthorn-email'
/** The SES message tag that carries the project's id. */
export const PROJECT_TAG = 'posthorn-project'
/** The SES message tag of emails that we track ourselves. Opens and clicks that SES reports would count twice. */
export const TRACKED_TAG = 'posthorn-tracked'

/**
 * The message of a notification. Event publishing repeats our tags. Identity notifications have no tags, and have
 * headers only when the identity is set to include them.
 */
export interface MailReference {
  tags: { projectId: string; emailId: string } | null
  /** The id that SES gave the message. */
  sesMessageId: string | null
  /** The addresses of the recipients. */
  recipients: string[]
  /** The id of the email in our header Message-ID. */
  emailId: string | null
}

/** A fact about a message whose email is not known yet. */
export type NotificationFact<F extends EmailFact = EmailFact> = F extends EmailFact
  ? Omit<F, 'projectId' | 'emailId'>
  : never

/** A notification of a provider about a message that it accepted from us. */
export interface ParsedNotification {
  about: MailReference
  /** The time when the provider accepted the message, at most that of receipt, which also replaces a missing time. */
  sentAt: Date
  /** Null for a notification without a fact. */
  fact: NotificationFact | null
  /** The user agent of an open or click, as far as the provider knows it. */
  userAgent?: string
  /**
   * Whether every message has a notification of this kind, and this one says when its message was accepted. Its arrival
   * then proves that the notifications of other messages would have arrived too.
   */
  isExpected: boolean
}

/** The circumstances in which a notification is read. */
export interface SesReading {
  /** The time of receipt, which replaces a missing time and one in the future. */
  receivedAt: Date
  /** Whether a user agent belongs to a machine rather than a recipient. */
  isMachine: (userAgent: string) => boolean
}

interface Base {
  key: string
  messageId: string | null
  sesMessageId?: string
}

// SES takes so many recipients of a message. Ours have one each.
const MAX_RECIPIENTS = 50

// The Message-ID that we write is the email's id at the sender's domain.
const OWN_MESSAGE_ID = /^<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i

/**
 * Reads an SES notification, from event publishing (`eventType`) or identity notifications (`notificationType`). Null
 * for anything but an event of a sent message. Formats:
 * docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html and
 * docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
export function readSesEvent(event: unknown, reading: SesReading): ParsedNotification | null {
  const mail = objectAt(event, 'mail')
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType')
  const about = referenceOf(mail, type === null ? null : detailOf(type, event))
  if (type === null || type === 'Received' || !(about.tags ?? about.sesMessageId ?? about.emailId)) return null
  const { receivedAt } = reading
  const sentAt = pastTimeAt(mail, 'timestamp', receivedAt)
  const { sesMessageId } = about
  const key = keyOfSesEvent(type.replace(' ', ''), detailOf(type, event), sesMessageId)
  const base = { key, messageId: sesMessageId, ...(sesMessageId === null ? {} : { sesMessageId }) }
  const isOurs = tagOf(mail, TRACKED_TAG) !== null
  const fact =
    type === 'Open' || type === 'Click'
      ? isOurs
        ? null
        : engagementOf(type, event, base, reading)
      : factOf(type, event, base, { sentAt, receivedAt })
  // A time that is not that of the provider proves nothing about other messages.
  const isExpected = (type === 'Send' || type === 'Delivery') && sentAt !== receivedAt
  const userAgent = fact && 'isMachine' in fact ? textAt(detailOf(type, event), 'userAgent') : null
  return { about, sentAt, fact, isExpected, ...(userAgent === null ? {} : { userAgent }) }
}

function referenceOf(mail: unknown, detail: unknown): MailReference {
  const [emailId, projectId] = [tagOf(mail, EMAIL_TAG), tagOf(mail, PROJECT_TAG)]
  const header = textAt(objectAt(mail, 'commonHeaders'), 'messageId') ?? headerOf(mail, 'message-id')
  return {
    tags: emailId && projectId ? { emailId, projectId } : null,
    sesMessageId: textAt(mail, 'messageId') || null,
    recipients: recipientsOf(mail, detail),
    emailId: OWN_MESSAGE_ID.exec(header ?? '')?.[1]?.toLowerCase() ?? null,
  }
}

function recipientsOf(mail: unknown, detail: unknown): string[] {
  const named = ['bouncedRecipients', 'complainedRecipients', 'delayedRecipients'].flatMap((list) => {
    const recipients = objectAt(detail, list)
    return Array.isArray(recipients) ? recipients.flatMap((one) => textAt(one, 'emailAddress') ?? []) : []
  })
  return [...textsAt(mail, 'destination'), ...textsAt(detail, 'recipients'), ...named].slice(0, MAX_RECIPIENTS)
}

type Times = { sentAt: Date; receivedAt: Date }

function factOf(type: string, event: unknown, base: Base, { sentAt, receivedAt }: Times): NotificationFact | null {
  const detail = detailOf(type, event)
  const at = pastTimeAt(detail, 'timestamp', receivedAt)
  switch (type) {
    case 'Send':
      return { ...base, kind: 'sent', at: sentAt }
    case 'Delivery':
      return { ...base, kind: 'delivered', at }
    case 'Bounce': {
      const [bounceType, bounceSubType] = [textAt(detail, 'bounceType'), textAt(detail, 'bounceSubType')]
      return {
        ...base,
        kind: 'bounced',
        at,
        bounceType: isBounceType(bounceType) ? bounceType : 'Undetermined',
        bounceSubType: bounceSubType ?? 'Undetermined',
      }
    }
    case 'Complaint':
      return { ...base, kind: 'complained', at, feedbackType: textAt(detail, 'complaintFeedbackType') }
    case 'DeliveryDelay':
      return { ...base, kind: 'delayed', at, delayType: textAt(detail, 'delayType') ?? 'Undetermined' }
    case 'Reject':
      return { ...base, kind: 'rejected', at: receivedAt, reason: 'rejected' }
    case 'Rendering Failure':
    case 'RenderingFailure':
      return { ...base, kind: 'rejected', at: receivedAt, reason: 'rendering_failed' }
    case 'Subscription':
      return hasUnsubscribed(detail) ? { ...base, kind: 'unsubscribed', at } : null
    default:
      return null
  }
}

// docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html#event-publishing-retrieving-sns-contents-subscription-object
function hasUnsubscribed(subscription: unknown): boolean {
  return objectAt(objectAt(subscription, 'newTopicPreferences'), 'unsubscribeAll') === true
}

// SES also writes the name of a rendering failure with a space. The event concerns templates at SES, which we do not
// use.
function detailOf(type: string, event: unknown): unknown {
  const isRenderingFailure = type === 'Rendering Failure' || type === 'RenderingFailure'
  return objectAt(event, isRenderingFailure ? 'failure' : type.charAt(0).toLowerCase() + type.slice(1))
}

function engagementOf(
  type: 'Open' | 'Click',
  event: unknown,
  base: Base,
  { receivedAt, isMachine }: SesReading,
): NotificationFact {
  const detail = detailOf(type, event)
  const userAgent = textAt(detail, 'userAgent')
  const at = pastTimeAt(detail, 'timestamp', receivedAt)
  const engagement = {
    ...base,
    at,
    ...(at === receivedAt ? { isUntimed: true as const } : {}),
    // The user agent is the one that SES received. A missing user agent does not indicate a machine.
    isMachine: userAgent !== null && isMachine(userAgent),
  }
  if (type === 'Open') return { ...engagement, kind: 'opened' }
  return { ...engagement, kind: 'clicked', link: textAt(detail, 'link') ?? '' }
}

function isBounceType(text: string | null): text is BounceType {
  return text === 'Permanent' || text === 'Transient' || text === 'Undetermined'
}

// The clock of the provider may be ahead of ours. Nothing is dated in the future, and nothing waits for such a time.
function pastTimeAt(value: unknown, key: string, receivedAt: Date): Date {
  const time = timeAt(value, key)
  return time && time <= receivedAt ? time : receivedAt
}

// SES gives every tag as a list of values.
function tagOf(mail: unknown, name: string): string | null {
  const values = objectAt(objectAt(mail, 'tags'), name)
  const [first] = Array.isArray(values) ? (values as unknown[]) : []
  return typeof first === 'string' ? first : null
}

function headerOf(mail: unknown, name: string): string | null {
  const headers = objectAt(mail, 'headers')
  if (!Array.isArray(headers)) return null
  const header: unknown = headers.find((each) => textAt(each, 'name')?.toLowerCase() === name)
  return textAt(header, 'value')
}
