import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'
import { setSubscription, type ContactRef } from './set-subscription.js'

/** The pause of a contact. */
export interface Pause extends ContactRef {
  until: Date
}

/**
 * Pauses a contact: unsubscribes it now, with the event if that is a change, and lets a durable timer subscribe it
 * again. A later explicit choice, a hard bounce or a complaint ends the pause for good. An unknown contact has none.
 */
export async function snoozeContact(pause: Pause & { source: string; emailId?: string }): Promise<void> {
  const { until: snoozedUntil, source, emailId } = pause
  await setSubscription(pause, { subscribed: false, isOptOut: true, snoozedUntil, source, emailId })
}

/** Ends the pause that lasts until `until`. A pause that was ended or changed meanwhile stays as it is. */
export async function endSnooze({ projectId, contactId, until }: Pause): Promise<void> {
  await inTransaction(async (session) => {
    const book = await ContactBook.open(session, projectId, { ids: [contactId] })
    const contact = book.find({ id: contactId })
    if (!contact || contact.subscribed || contact.snoozedUntil?.getTime() !== until.getTime()) return
    book.setSubscription(contactId, { subscribed: true, source: 'snooze' })
    await book.write()
  })
}
