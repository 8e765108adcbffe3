import { Contact } from '../../models/contact.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { subscriptionEvent } from './flip-subscriptions.js'
import { setOff } from '../outbox/set-off.js'
import { writeEvents } from '../events/write-events.js'

/** The pause of a contact. */
export interface Pause {
  projectId: string
  contactId: string
  until: Date
}

/**
 * Pauses a contact: unsubscribes it now, with the event if that is a change, and lets a durable timer subscribe it
 * again. A later explicit choice, a hard bounce or a complaint ends the pause for good. An unknown contact has none.
 */
export async function snoozeContact(pause: Pause & { source: string; emailId?: string }): Promise<void> {
  const { projectId, contactId, until, source, emailId } = pause
  await inTransaction(async (session) => {
    const before = await Contact.findOneAndUpdate(
      { _id: contactId, projectId },
      { $set: { subscribed: false, snoozedUntil: until, isOptOut: true } },
      { returnDocument: 'before', session },
    ).lean()
    if (!before) return
    await setOff(session, { kind: 'contact', projectId, ids: [contactId] })
    if (!before.subscribed) return
    const event = subscriptionEvent({ projectId, contactId, subscribed: false, source, emailId })
    await writeEvents([event], session)
  })
}

/** Ends the pause that lasts until `until`. A pause that was ended or changed meanwhile stays as it is. */
export async function endSnooze({ projectId, contactId, until }: Pause): Promise<void> {
  await inTransaction(async (session) => {
    const woken = await Contact.updateOne(
      { _id: contactId, projectId, subscribed: false, snoozedUntil: until },
      { $set: { subscribed: true, snoozedUntil: null }, $unset: { isOptOut: 1 } },
      { session },
    )
    if (woken.modifiedCount === 0) return
    const event = subscriptionEvent({ projectId, contactId, subscribed: true, source: 'snooze' })
    await setOff(session, { kind: 'contact', projectId, ids: [contactId] })
    await writeEvents([event], session)
  })
}
