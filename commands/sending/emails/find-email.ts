import { ReceivedBody, type ReceivedBodyRecord } from '../../../models/received-body.js'
import { notFound } from '../../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { Event, type EventRecord } from '../../../models/event.js'

const MAX_EVENTS = 1_000
// The order of events with the same time, such as those of one notification.
const ORDER = ['email.sent', 'email.delivery', 'email.open', 'email.click']

/** An email and the first thousand of its events, in order. Throws RESOURCE_NOT_FOUND. */
export async function getEmail(
  projectId: string,
  emailId: string,
): Promise<{ email: EmailRecord; events: EventRecord[]; body: ReceivedBodyRecord | null }> {
  const [email, events] = await Promise.all([
    Email.findOne({ _id: emailId, projectId }).lean(),
    Event.find({ emailId, projectId }).sort({ createdAt: 1, _id: 1 }).limit(MAX_EVENTS).lean(),
  ])
  if (!email) throw notFound('email', emailId)
  const body = email.sourceType === 'INBOUND' ? await ReceivedBody.findOne({ _id: emailId, projectId }).lean() : null
  return { email, events: events.sort(byTimeAndName), body }
}

function byTimeAndName(a: EventRecord, b: EventRecord): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || rankOf(a) - rankOf(b)
}

function rankOf({ name }: EventRecord): number {
  const rank = ORDER.indexOf(name)
  return rank < 0 ? ORDER.length : rank
}
