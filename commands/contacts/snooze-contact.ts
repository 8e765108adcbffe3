import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'
import { setSubscription, type ContactRef } from './set-subscription.js'

/** The pause of a contact. */
export interface Pause extends ContactRef {
  until: Date
}

/**
 * Pauses a contact: unsubscribes it now, stores the event if the subscription changes, and lets a durable timer
 * subscribe it again. A later explicit choice, a hard bounce or a complaint ends the pause for good. Does nothing for
 * an unknown contact.
 */
export async function snoozeContact(pause: Pause & { source: string; emailId?: string }): Promise<void> {
  const { until: snoozedUntil, source, emailId } = pause
  await setSubscription(pause, { subscribed: false, isOptOut: true, snoozedUntil, source, emailId })
}

/** Ends the pause that lasts until `until`. Does nothing when that pause was ended or changed meanwhile. */
export async function endSnooze({ projectId, contactId, until }: Pause): Promise<void> {
  await inTransaction(async (session) => {
    const book = await ContactBook.open(session, projectId, { ids: [contactId] })
    const contact = book.find({ id: contactId })
    if (!contact || contact.subscribed || contact.snoozedUntil?.getTime() !== until.getTime()) return
    book.setSubscription(contactId, { subscribed: true, source: 'snooze' })
    await book.write()
  })
}
