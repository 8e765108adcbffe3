import type { ClientSession } from 'mongoose'
import type { EmailRecord } from '../../../models/email.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { setOptOut } from '../../audience/contacts/mailboxes.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { findHolders } from './find-holders.js'
import { suppressForGood } from '../../audience/contacts/suppress-address.js'

/**
 * Suppresses the mailbox of a message after a permanent bounce or a complaint, and unsubscribes the contact that has it
 * now, which may be another one than that of the message. A complaint is the person's own opt-out, and holds for a
 * mailbox without a contact too. A bounce is not: it ends with its suppression.
 */
export async function suppressMailbox(
  session: ClientSession,
  email: Pick<EmailRecord, '_id' | 'projectId' | 'contactId' | 'to'>,
  reason: 'BOUNCE' | 'COMPLAINT',
): Promise<void> {
  const { _id: emailId, projectId, to } = email
  // `turnsMailAway` has the rules for mail to users.
  if (projectId === PLATFORM_PROJECT_ID) return
  const { book, contacts, mailboxes } = await findHolders(session, email)
  // An erased message has no address: the contact that has the mailbox now has it.
  const addresses = to === '' ? contacts.map((contact) => contact.email) : [to]
  for (const address of addresses) await suppressForGood({ projectId, email: address, reason }, session)
  const isOptOut = reason === 'COMPLAINT'
  const source = isOptOut ? 'complaint' : 'bounce'
  for (const { _id } of contacts) {
    book.setSubscription(_id, { subscribed: false, isOptOut, isByBounce: !isOptOut, source, emailId })
  }
  if (contacts.length > 0) await book.write()
  if (isOptOut) await setOptOut(session, mailboxes, { optOut: { source, at: databaseNow() }, snoozedUntil: null })
}
