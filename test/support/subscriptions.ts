import { ContactBook } from '../../commands/audience/contacts/contact-book.js'
import type { SubscriptionChange } from '../../commands/audience/contacts/contact-change.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'

interface ContactRef {
  projectId: string
  contactId: string
}

/** Sets the subscription of a contact, if the project has it, as every path of the product does. */
export async function setSubscription(
  { projectId, contactId }: ContactRef,
  subscription: SubscriptionChange,
): Promise<void> {
  await inTransaction(async (session) => {
    const book = await ContactBook.open(session, projectId, { ids: [contactId] })
    if (!book.find({ id: contactId })) return
    book.setSubscription(contactId, subscription)
    await book.write()
  })
}

/** Lets a contact pause until a time. */
export async function snoozeContact({
  until: snoozedUntil,
  source,
  ...contact
}: ContactRef & { until: Date; source: string }): Promise<void> {
  await setSubscription(contact, { subscribed: false, isOptOut: true, snoozedUntil, source })
}
