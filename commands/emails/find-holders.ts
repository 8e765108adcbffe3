import type { ClientSession } from 'mongoose'
import type { ContactRecord } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { Email } from '../../models/email.js'
import { Mailbox, type MailboxRecord } from '../../models/mailbox.js'
import type { LinkTarget } from '../../mail/links/recipient-links.js'
import { ContactBook } from '../contacts/contact-book.js'
import { mailboxIdsOf } from '../contacts/mailboxes.js'

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
 * address: the contact with the address of the message, or else the contacts and records that have had it. The address
 * of an erased message is unknown; then these are all mailboxes of its contact. With `followsContact`, a contact that
 * has taken another address still counts where no other contact has its former one.
 */
export async function findHolders(
  session: ClientSession,
  { projectId, contactId, to }: Addressee,
  { followsContact = false }: { followsContact?: boolean } = {},
): Promise<Holders> {
  const emails = to === '' ? [] : [normaliseAddress(to)]
  const byAddress = await ContactBook.open(session, projectId, { emails })
  if (byAddress.contacts.length > 0) return { book: byAddress, contacts: byAddress.contacts, mailboxes: [] }
  const mailboxes = await findFormer(session, { projectId, contactId, to })
  const ids = [...mailboxes.flatMap((mailbox) => mailbox.contactId ?? []), ...(followsContact ? [contactId] : [])]
  const book = await ContactBook.open(session, projectId, { ids })
  return { book, contacts: book.contacts, mailboxes: mailboxes.filter((mailbox) => mailbox.contactId === null) }
}

async function findFormer(session: ClientSession, { projectId, contactId, to }: Addressee): Promise<MailboxRecord[]> {
  if (to === '') return Mailbox.find({ projectId, contactIds: contactId }, {}, { session }).lean()
  const _id = (await mailboxIdsOf(projectId, [to])).get(normaliseAddress(to))
  return Mailbox.find({ _id, projectId }, {}, { session }).lean()
}
