import type { BounceType, EmailFact } from './email-facts.js'

/** The tag under which a message carries its own id through SES. */
export const EMAIL_TAG = 'posthorn-email'
/** The tag that carries its project's. */
export const PROJECT_TAG = 'posthorn-project'
/** The tag of a message that we track ourselves, so that SES's own opens and clicks of it do not count again. */
export const TRACKED_TAG = 'posthorn-tracked'

/** What a notification says of one of our messages: when SES took it, and the fact, or none worth keeping. */
export interface SesNews {
  emailId: string
  sentAt: Date
  fact: EmailFact | null
}

/**
 * Reads an SES notification, in the shape of event publishing (`eventType`) or of identity notifications
 * (`notificationType`). Null for a message that carries no id of ours or for what is no SES event at all.
 * `isMachine` tells the user agents that are no recipient's.
 * Shapes: docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export function readSesEvent(event: unknown, key: string, isMachine: IsMachine): SesNews | null {
  const mail = objectAt(event, 'mail')
  const emailId = tagOf(mail, EMAIL_TAG)
  const projectId = tagOf(mail, PROJECT_TAG)
  if (!emailId || !projectId) return null
  const sentAt = dateAt(mail, 'timestamp')
  const about = { projectId, emailId, key, messageId: textAt(mail, 'messageId') }
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType')
  if (type === 'Open' || type === 'Click') {
    const isOurs = tagOf(mail, TRACKED_TAG) !== null
    return { emailId, sentAt, fact: isOurs ? null : engagementOf(type, event, about, isMachine) }
  }
  return { emailId, sentAt, fact: factOf(type, event, about, sentAt) }
}

type IsMachine = (userAgent: string) => boolean

type About = { projectId: string; emailId: string; key: string; messageId: string | null }

function factOf(type: string | null, event: unknown, about: About, sentAt: Date): EmailFact | null {
  switch (type) {
    case 'Send':
      return { ...about, kind: 'sent', at: sentAt }
    case 'Delivery':
      return { ...about, kind: 'delivered', at: dateAt(objectAt(event, 'delivery'), 'timestamp') }
    case 'Bounce': {
      const bounce = objectAt(event, 'bounce')
      const [bounceType, bounceSubType] = [textAt(bounce, 'bounceType'), textAt(bounce, 'bounceSubType')]
      return {
        ...about,
        kind: 'bounced',
        at: dateAt(bounce, 'timestamp'),
        bounceType: isBounceType(bounceType) ? bounceType : 'Undetermined',
        bounceSubType: bounceSubType ?? 'Undetermined',
      }
    }
    case 'Complaint': {
      const complaint = objectAt(event, 'complaint')
      const feedbackType = textAt(complaint, 'complaintFeedbackType')
      return { ...about, kind: 'complained', at: dateAt(complaint, 'timestamp'), feedbackType }
    }
    default:
      return null
  }
}

function engagementOf(type: 'Open' | 'Click', event: unknown, about: About, isMachine: IsMachine): EmailFact {
  const detail = objectAt(event, type.toLowerCase())
  const userAgent = textAt(detail, 'userAgent')
  const engagement = {
    ...about,
    at: dateAt(detail, 'timestamp'),
    // SES passes on what it was told; where it says nothing there is nothing to suspect.
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

function dateAt(value: unknown, key: string): Date {
  const date = new Date(textAt(value, key) ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? new Date() : date
}

// SES gives every tag as a list of values.
function tagOf(mail: unknown, name: string): string | null {
  const values = objectAt(objectAt(mail, 'tags'), name)
  const [first] = Array.isArray(values) ? (values as unknown[]) : []
  return typeof first === 'string' ? first : null
}
