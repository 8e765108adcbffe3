import { Contact } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { spelledAsAny } from '../address-spellings.js'

/**
 * Sorts these addresses into those that a contact of the project has and the others, as they are spelled and in their
 * order. Case variants of one address count once, as the first of them. A malformed address is not found.
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
  const known = new Set(contacts.map(({ email }) => normaliseAddress(email)))
  const spelled = (isFound: boolean): string[] =>
    [...spellings].flatMap(([address, email]) => (known.has(address) === isFound ? [email] : []))
  return { found: spelled(true), notFound: spelled(false) }
}

/** Each distinct address as it is stored, with the first of its spellings, in their order. */
export function firstSpellings(emails: string[]): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const email of emails) {
    const address = normaliseAddress(email)
    if (!spellings.has(address)) spellings.set(address, email)
  }
  return spellings
}
