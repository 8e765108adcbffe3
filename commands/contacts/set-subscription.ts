import type { ClientSession } from 'mongoose'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'
import type { SubscriptionChange } from './contact-change.js'

/** The contact whose subscription is set. */
export interface ContactRef {
  projectId: string
  contactId: string
}

/** Sets the subscription of one contact, with the event if that is a change. A contact that is gone has none. */
export async function setSubscription(contact: ContactRef, subscription: SubscriptionChange): Promise<void> {
  await inTransaction((session) => setSubscriptionIn(session, contact, subscription))
}

/** Does the same inside an open transaction. */
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
