import type { BounceType, EmailFact } from './email-facts.js'

/** The SES message tag that carries the email's id. */
export const EMAIL_TAG = 'posthorn-email'
/** The SES message tag that carries the project's id. */
export const PROJECT_TAG = 'posthorn-project'
/** The SES message tag of emails that we track ourselves: opens and clicks that SES reports would count twice. */
export const TRACKED_TAG = 'posthorn-tracked'

/** An SES notification about one of our messages: when SES accepted the message, and the fact, if it matters. */
export interface SesReport {
  emailId: string
  sentAt: Date
  fact: EmailFact | null
}

/** Dependencies of reading a notification. */
export interface SesReading {
  /** Default for a missing time. */
  receivedAt: Date
  /** Whether a user agent belongs to a machine rather than a recipient. */
  isMachine: (userAgent: string) => boolean
}

/**
 * Reads an SES notification, from event publishing (`eventType`) or identity notifications (`notificationType`). Null
 * for a message without our tags, and for anything but an SES event.
 * Formats: docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function readSesEvent(event: unknown, key: string, reading: SesReading): SesReport | null {
  const { receivedAt } = reading
  const mail = objectAt(event, 'mail')
  const emailId = tagOf(mail, EMAIL_TAG)
  const projectId = tagOf(mail, PROJECT_TAG)
  if (!emailId || !projectId) return null
  const sentAt = dateAt(mail, 'timestamp', receivedAt)
  const about = { projectId, emailId, key, messageId: textAt(mail, 'messageId') }
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType')
  if (type === 'Open' || type === 'Click') {
    const isOurs = tagOf(mail, TRACKED_TAG) !== null
    return { emailId, sentAt, fact: isOurs ? null : engagementOf(type, event, about, reading) }
  }
  return { emailId, sentAt, fact: factOf(type, event, about, { sentAt, receivedAt }) }
}

type About = { projectId: string; emailId: string; key: string; messageId: string | null }

function factOf(
  type: string | null,
  event: unknown,
  about: About,
  { sentAt, receivedAt }: { sentAt: Date; receivedAt: Date },
): EmailFact | null {
  switch (type) {
    case 'Send':
      return { ...about, kind: 'sent', at: sentAt }
    case 'Delivery':
      return { ...about, kind: 'delivered', at: dateAt(objectAt(event, 'delivery'), 'timestamp', receivedAt) }
    case 'Bounce': {
      const bounce = objectAt(event, 'bounce')
      const [bounceType, bounceSubType] = [textAt(bounce, 'bounceType'), textAt(bounce, 'bounceSubType')]
      return {
        ...about,
        kind: 'bounced',
        at: dateAt(bounce, 'timestamp', receivedAt),
        bounceType: isBounceType(bounceType) ? bounceType : 'Undetermined',
        bounceSubType: bounceSubType ?? 'Undetermined',
      }
    }
    case 'Complaint': {
      const complaint = objectAt(event, 'complaint')
      const feedbackType = textAt(complaint, 'complaintFeedbackType')
      return { ...about, kind: 'complained', at: dateAt(complaint, 'timestamp', receivedAt), feedbackType }
    }
    default:
      return null
  }
}

function engagementOf(
  type: 'Open' | 'Click',
  event: unknown,
  about: About,
  { receivedAt, isMachine }: SesReading,
): EmailFact {
  const detail = objectAt(event, type.toLowerCase())
  const userAgent = textAt(detail, 'userAgent')
  const engagement = {
    ...about,
    at: dateAt(detail, 'timestamp', receivedAt),
    // SES passes on the user agent it received; a missing one is no sign of a machine.
    isMachine: userAgent !== null && isMachine(userAgent),
  }
  if (type === 'Open') return { ...engagement, kind: 'opened' }
  return { ...engagement, kind: 'clicked', link: textAt(detail, 'link') ?? '' }
}

function isBounceType(text: string | null): text is BounceType {
  return text === 'Permanent' || text === 'Transient' || text === 'Undetermined'
}

function objectAt(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

function textAt(value: unknown, key: string): string | null {
  const text = objectAt(value, key)
  return typeof text === 'string' ? text : null
}

function dateAt(value: unknown, key: string, otherwise: Date): Date {
  const date = new Date(textAt(value, key) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? otherwise : date
}

// SES gives every tag as a list of values.
function tagOf(mail: unknown, name: string): string | null {
  const values = objectAt(objectAt(mail, 'tags'), name)
  const [first] = Array.isArray(values) ? (values as unknown[]) : []
  return typeof first === 'string' ? first : null
}
