import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { ContactBook } from './contact-book.js'

/** The pause of a contact. */
export interface Pause {
  projectId: string
  contactId: string
  until: Date
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
