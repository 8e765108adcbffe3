import { objectAt, textAt, timeAt } from './json-values.js'

type Part = string | readonly string[] | null

/**
 * The key of the fact that an SES event reports: the same for every notification of one event. SES reports an event in
 * several ways where event publishing and identity notifications are both set up, and SNS wraps each report, and each
 * repetition by a further topic, in a message with an id of its own. So the key is made of the event alone. `type` is
 * the type without spaces, and `detail` the object of that type.
 */
export function keyOfSesEvent(type: string, detail: unknown, sesMessageId: string | null): string {
  const time = timeAt(detail, 'timestamp')?.toISOString() ?? null
  switch (type) {
    case 'Bounce':
      return feedbackKey(type, detail, [time, textAt(detail, 'bounceType'), addressesAt(detail, 'bouncedRecipients')])
    case 'Complaint': {
      const feedbackType = textAt(detail, 'complaintFeedbackType')
      return feedbackKey(type, detail, [time, feedbackType, addressesAt(detail, 'complainedRecipients')])
    }
    case 'DeliveryDelay':
      return join(type, time, textAt(detail, 'delayType'), addressesAt(detail, 'delayedRecipients'))
    case 'Subscription':
      return join(type, time, textAt(detail, 'contactList'))
    case 'Open':
    case 'Click': {
      const [link, network, agent] = ['link', 'ipAddress', 'userAgent'].map((name) => textAt(detail, name))
      return join(type, sesMessageId, time, link ?? null, network ?? null, agent ?? null)
    }
    default:
      // SES accepts, rejects and delivers a message once.
      return join(type, sesMessageId)
  }
}

// docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html: a feedback id is the unique id of a
// bounce or complaint.
function feedbackKey(type: string, detail: unknown, otherwise: Part[]): string {
  const feedbackId = textAt(detail, 'feedbackId')
  return feedbackId ? join(type, feedbackId) : join(type, ...otherwise)
}

function addressesAt(detail: unknown, name: string): string[] {
  const recipients = objectAt(detail, name)
  if (!Array.isArray(recipients)) return []
  const addresses = recipients.map((each: unknown) => (typeof each === 'string' ? each : textAt(each, 'emailAddress')))
  return addresses.flatMap((address) => address?.toLowerCase() ?? []).toSorted()
}

function join(...parts: Part[]): string {
  return JSON.stringify(parts)
}
