import type { ClientSession } from 'mongoose'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'
import type { SubscriptionChange } from './contact-change.js'

/** The contact whose subscription is set. */
export interface ContactRef {
  projectId: string
  contactId: string
}

/**
 * Sets the subscription of one contact, and stores the event if the subscription changes. Does nothing for a deleted
 * contact.
 */
export async function setSubscription(contact: ContactRef, subscription: SubscriptionChange): Promise<void> {
  await inTransaction((session) => setSubscriptionIn(session, contact, subscription))
}

/** Sets the subscription as `setSubscription` does, inside an open transaction. */
export async function setSubscriptionIn(
  session: ClientSession,
  { projectId, contactId }: ContactRef,
  subscription: SubscriptionChange,
): Promise<void> {
  const book = await ContactBook.open(session, projectId, { ids: [contactId] })
  if (!book.find({ id: contactId })) return
  book.setSubscription(contactId, subscription)
  await book.write()
}
