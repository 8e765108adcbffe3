import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { Email } from '../../../models/email.js'
import { Mailbox, type MailboxRecord } from '../../../models/mailbox.js'
import type { LinkTarget } from '../../../mail/links/recipient-links.js'
import { ContactBook } from '../../audience/contacts/contact-book.js'
import { findMailboxes } from '../../audience/contacts/mailboxes.js'

/** The recipient of a message. `to` is its address, empty once it was erased. */
export interface Addressee {
  projectId: string
  contactId: string
  to: string
}

/** Those whom a message reached. */
export interface Holders {
  /** A book of the contacts. */
  book: ContactBook
  contacts: readonly Pick<ContactRecord, '_id' | 'email' | 'subscribed' | 'snoozedUntil'>[]
  /** The mailbox of the message where no contact has it now. */
  mailboxes: readonly MailboxRecord[]
}

/** The recipient of the message that contains a link. */
export async function addresseeOf(
  { projectId, contactId, emailId }: LinkTarget,
  session?: ClientSession,
): Promise<Addressee> {
  const options = session ? { session } : {}
  const email = await Email.findOne({ _id: emailId, projectId, contactId }, { to: 1 }, options).lean()
  return { projectId, contactId, to: email?.to ?? '' }
}

/**
 * Finds who has the mailbox of a message now, because its contact may have been deleted and made anew, or have another
 * address: the contact with the address of the message, or else the record of that mailbox. The address of an erased
 * message is unknown; then these are all mailboxes of its contact. With `followsContact`, a contact that has taken
 * another address still counts where no other contact has its former one.
 */
export async function findHolders(
  session: ClientSession,
  addressee: Addressee,
  { followsContact = false }: { followsContact?: boolean } = {},
): Promise<Holders> {
  const { projectId, contactId, to } = addressee
  const followed = followsContact ? [contactId] : []
  if (to === '') {
    const mailboxes = await findLeftMailboxes(addressee, session)
    const ids = [...mailboxes.flatMap((mailbox) => mailbox.contactId ?? []), ...followed]
    return withoutContact(await ContactBook.open(session, projectId, { ids }), mailboxes)
  }
  const email = normaliseAddress(to)
  const book = await ContactBook.open(session, projectId, { ids: followed, emails: [email] })
  const contact = book.find({ email })
  if (contact) return { book, contacts: [contact], mailboxes: [] }
  const mailbox = book.leftMailbox(email)
  return withoutContact(book, mailbox ? [mailbox] : [])
}

function withoutContact(book: ContactBook, mailboxes: readonly MailboxRecord[]): Holders {
  return { book, contacts: book.contacts, mailboxes: mailboxes.filter(({ contactId }) => contactId === null) }
}

/** The records of the mailbox of a message, or of all mailboxes of its contact where the address is erased. */
export async function findLeftMailboxes(
  { projectId, contactId, to }: Addressee,
  session: ClientSession | null = null,
): Promise<MailboxRecord[]> {
  if (to !== '') return [...(await findMailboxes(session, projectId, [to])).values()]
  return Mailbox.find({ projectId, contactIds: contactId }, {}, { session }).sort({ updatedAt: -1 }).lean()
}
