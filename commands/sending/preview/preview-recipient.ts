import type { ScopedContact } from '../../../mail/rendering/contact-scope.js'
import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import type { DataPatch } from '../../../models/domain/data.js'
import { notFound } from '../../../models/domain/errors.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import { strangerAt } from '../../audience/contacts/stranger-at.js'

/** The recipient of a preview: a contact, an address that need not be a contact's, or sample data alone. */
export interface PreviewRecipient {
  contactId: string | null
  /** Used without `contactId`. */
  address: string | null
  /** Values over the fields of the contact. */
  patch: DataPatch
  /** Replaces the recipient's own language. */
  language: string | null
}

/** The contact of a preview; null for sample data alone. Throws CONTACT_NOT_FOUND. */
export async function findPreviewed(
  projectId: string,
  { contactId, address }: Pick<PreviewRecipient, 'contactId' | 'address'>,
): Promise<ScopedContact | null> {
  if (contactId !== null) {
    const contact = await Contact.findOne({ _id: contactId, projectId }).lean()
    if (!contact) throw notFound('contact', contactId)
    return contact
  }
  if (address === null) return null
  const email = normaliseAddress(address)
  const contact = await Contact.findOne({ projectId, email: spelledAs(email) }).lean()
  return contact ?? strangerAt(email, databaseNow())
}
