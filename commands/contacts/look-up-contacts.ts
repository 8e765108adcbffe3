import { Contact } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'

/**
 * Which of these addresses a project has a contact of, as they are spelled and in their order; case variants of
 * one address count once, as the first of them. What is no address is not found.
 */
export async function lookUpContacts(
  projectId: string,
  emails: string[],
): Promise<{ found: string[]; notFound: string[] }> {
  const spellings = new Map<string, string>()
  for (const email of emails) {
    const address = normaliseAddress(email)
    if (!spellings.has(address)) spellings.set(address, email)
  }
  const contacts = await Contact.find({ projectId, email: { $in: [...spellings.keys()] } }, { _id: 0, email: 1 }).lean()
  const known = new Set(contacts.map(({ email }) => email))
  const spelled = (isFound: boolean): string[] =>
    [...spellings].flatMap(([address, email]) => (known.has(address) === isFound ? [email] : []))
  return { found: spelled(true), notFound: spelled(false) }
}
