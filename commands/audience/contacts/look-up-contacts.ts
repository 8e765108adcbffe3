import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'

/**
 * Divides addresses into those of the project's contacts and the others, in their spellings and their order. Of several
 * spellings of one address the first one counts. A malformed address is not found.
 */
export async function lookUpContacts(
  projectId: string,
  emails: string[],
): Promise<{ found: string[]; notFound: string[] }> {
  const spellings = firstSpellings(emails)
  const contacts = await Contact.find(
    { projectId, email: spelledAsAny([...spellings.keys()]) },
    { _id: 0, email: 1 },
  ).lean()
  const existing = new Set(contacts.map(({ email }) => normaliseAddress(email)))
  const spelled = (isFound: boolean): string[] =>
    [...spellings].flatMap(([address, email]) => (existing.has(address) === isFound ? [email] : []))
  return { found: spelled(true), notFound: spelled(false) }
}

/** The distinct addresses in order: the normalised address with the first of its spellings. */
export function firstSpellings(emails: string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const email of emails) {
    const address = normaliseAddress(email)
    if (!spellings.has(address)) spellings.set(address, email)
  }
  return spellings
}
