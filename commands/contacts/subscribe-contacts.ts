import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { countIn, isCounted } from './count-contacts.js'
import { subscriptionEvent } from './flip-subscriptions.js'
import { writeEvents } from '../events/write-events.js'

type FlippedContact = Pick<ContactRecord, '_id' | 'subscribed' | 'data' | 'counted'>

/**
 * Sets the subscriptions of up to a few hundred contacts to one state inside a transaction, with one event for each
 * flip, and counts them. A contact in that state already is unchanged; either way its snooze ends.
 */
export async function subscribeContactsIn(
  session: ClientSession,
  { projectId, contactIds, subscribed }: { projectId: string; contactIds: string[]; subscribed: boolean },
): Promise<{ changed: string[]; unchanged: string[] }> {
  const contacts = await Contact.find(
    { _id: { $in: contactIds }, projectId },
    { subscribed: 1, data: 1, counted: 1 },
    { session },
  ).lean<FlippedContact[]>()
  const flipping = contacts.filter((contact) => contact.subscribed !== subscribed)
  const changed = flipping.map(({ _id }) => _id)
  const unchanged = contacts.filter((contact) => contact.subscribed === subscribed).map(({ _id }) => _id)
  await Contact.updateMany(
    { _id: { $in: changed }, projectId },
    { $set: { subscribed, snoozedUntil: null }, ...(subscribed ? { $unset: { isOptOut: 1 } } : {}) },
    { session },
  )
  await Contact.updateMany(
    { _id: { $in: unchanged }, projectId, snoozedUntil: { $ne: null } },
    { $set: { snoozedUntil: null } },
    { session },
  )
  const drafts = changed.map((contactId) => subscriptionEvent({ projectId, contactId, subscribed, source: 'bulk' }))
  await writeEvents(drafts, session)
  const flipped = flipping.map((contact) => ({ ...contact, subscribed }))
  await countIn(
    session,
    projectId,
    flipped.filter((contact) => !isCounted(contact)),
  )
  return { changed, unchanged }
}
