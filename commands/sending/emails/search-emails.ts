import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { anyOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { containing, literalPattern } from '../../../models/domain/text-pattern.js'
import { beginningWith, prefixesOf } from '../../base/listing/address-prefix.js'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// MongoDB merges so many ranges of an index in their order, rather than sorting.
const MOST_ADDRESSES = 100

/** The emails that a search text stands for. No index has them, unless it is the id of one. */
export function searchedEmails(search: string): MongoFilter {
  if (ID.test(search)) return { _id: search.toLowerCase() }
  const { addresses, domains } = prefixesOf(search)
  const id = search.replace(/^<|>$/g, '')
  return anyOf([
    ...addresses.map((prefix) => ({ to: { $regex: `^${literalPattern(prefix)}` } })),
    ...domains.map((prefix) => ({ to: { $regex: `@${literalPattern(prefix)}` } })),
    { messageId: { $in: [id, `<${id}>`] } },
    ...(search.includes('@') ? [] : [{ subject: containing(search) }]),
  ])
}

/** Whether a search text is the id of an email. */
export function isEmailId(search: string): boolean {
  return ID.test(search)
}

/**
 * The addresses that a search for addresses stands for: those of contacts, and the text itself. An index finds the
 * emails to them, so that none has to be gone through. Null for a text that is no part of an address, and where
 * there are too many, which are soon found among the newest emails.
 */
export async function searchedAddresses(projectId: string, search: string): Promise<string[] | null> {
  if (!search.includes('@')) return null
  const { addresses, domains } = prefixesOf(search)
  const prefixed = anyOf([
    ...(addresses.length > 0 ? [beginningWith('email', addresses)] : []),
    ...(domains.length > 0 ? [beginningWith('domain', domains)] : []),
  ])
  // indexed: the indexes of addresses and of domains have them; a few are read.
  const found = await Contact.find({ $and: [{ projectId }, prefixed] }, { email: 1 })
    .limit(MOST_ADDRESSES + 1)
    .lean()
  if (found.length === 0 || found.length > MOST_ADDRESSES) return null
  return [...new Set([...found.map(({ email }) => email), normaliseAddress(search)])]
}
