import { Contact, type ContactRecord } from '../../../models/contact.js'
import { Project, type ProjectRecord } from '../../../models/project.js'
import type { LinkTarget } from '../../../mail/links/recipient-links.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { optOutOf } from '../../audience/contacts/mailboxes.js'
import { addresseeOf, findLeftMailboxes, type Addressee } from './find-holders.js'

/** The project and the contact of a recipient's page; null for a deleted one. */
export interface Recipient {
  project: Pick<ProjectRecord, 'name' | 'language'> | null
  contact: ShownContact | null
  /** The mailbox of the message where no contact has it any more; null where nothing is known about it. */
  mailbox: { isOptedOut: boolean } | null
}

type ShownContact = Pick<ContactRecord, 'email' | 'subscribed' | 'snoozedUntil' | 'data'>

const SHOWN = { email: 1, subscribed: 1, snoozedUntil: 1, 'data.locale': 1 } as const

/**
 * The recipient to whom a link belongs: the contact that has the mailbox of its message now, or else the record of that
 * mailbox, as `findHolders` finds them. The contact's data holds only the field `locale`.
 */
export async function findRecipient(target: LinkTarget): Promise<Recipient> {
  const { projectId } = target
  const [project, addressee] = await Promise.all([
    Project.findOne({ _id: projectId }, { name: 1, language: 1 }).lean(),
    addresseeOf(target),
  ])
  if (!project) return { project, contact: null, mailbox: null }
  return { project, ...(await findHolder(addressee)) }
}

async function findHolder(addressee: Addressee): Promise<Omit<Recipient, 'project'>> {
  const { projectId, contactId, to } = addressee
  const byAddress = to === '' ? null : await findContact({ projectId, email: spelledAs(to) })
  const contact = byAddress ?? (await findContact({ projectId, _id: contactId }))
  if (contact) return { contact, mailbox: null }
  const [mailbox] = await findLeftMailboxes(addressee)
  if (!mailbox) return { contact: null, mailbox: null }
  const successor = mailbox.contactId === null ? null : await findContact({ projectId, _id: mailbox.contactId })
  if (successor) return { contact: successor, mailbox: null }
  return { contact: null, mailbox: { isOptedOut: optOutOf(mailbox, databaseNow()) !== null } }
}

function findContact(
  filter: { projectId: string } & ({ _id: string } | { email: ReturnType<typeof spelledAs> }),
): Promise<ShownContact | null> {
  // indexed: callers name the contact by its id or its address.
  return Contact.findOne(filter, SHOWN).lean<ShownContact>()
}
