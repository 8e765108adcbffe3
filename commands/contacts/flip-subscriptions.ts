import type { ClientSession } from 'mongoose'
import { Contact } from '../../models/contact.js'
import { newId } from '../../runtime/ids.js'
import { pending, type OutboxEntry } from '../../models/outbox-entry.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { writeEvents } from '../events/write-events.js'

// Few enough that a transaction is over before others want the same contacts.
const AT_ONCE = 50

/** Whose subscriptions turn which way, and what turned them. */
export interface SubscriptionFlips {
  projectId: string
  contactIds: readonly string[]
  subscribed: boolean
  source: string
}

/**
 * Turns the subscriptions of any number of contacts, each together with the event of it. Whoever is in that state
 * already is left alone, so that of several identical flips one emits the event.
 */
export async function flipSubscriptions(flips: SubscriptionFlips): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  for (let start = 0; start < flips.contactIds.length; start += AT_ONCE) {
    const contactIds = flips.contactIds.slice(start, start + AT_ONCE)
    entries.push(...(await inTransaction((session) => flipIn(session, { ...flips, contactIds }))))
  }
  return entries
}

async function flipIn(
  session: ClientSession,
  { projectId, contactIds, subscribed, source }: SubscriptionFlips,
): Promise<OutboxEntry[]> {
  const turning = await Contact.find(
    { _id: { $in: contactIds }, projectId, subscribed: !subscribed },
    { _id: 1 },
    { session },
  ).lean()
  if (turning.length === 0) return []
  const ids = turning.map(({ _id }) => _id)
  await Contact.updateMany(
    { _id: { $in: ids }, projectId },
    { $set: { subscribed, snoozedUntil: null, dispatch: pending() }, $inc: { changes: 1 } },
    { session },
  )
  const name = subscribed ? 'contact.subscribed' : 'contact.unsubscribed'
  const events = ids.map((contactId) => ({ id: newId(), projectId, contactId, name, data: { source } }))
  const changed = ids.map((id): OutboxEntry => ({ kind: 'contact', projectId, id }))
  return [...changed, ...(await writeEvents(events, session))]
}
