import type { ContactFilter } from '../../models/bulk-job.js'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { domainOf } from '../../models/domain/addresses.js'
import { allOf, type MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { isTimeLimit } from '../../runtime/mongodb/time-limit.js'
import { beginningWith, isInRange, prefixesOf, rangesWithout, type TextRange } from '../address-prefix.js'
import { READ_LIMIT_MS, withinTimeLimit } from '../within-time-limit.js'
import { requireSelectable, selectedContacts } from './selected-contacts.js'

const COUNTED = 1_000
const COUNT_LIMIT_MS = 2_000
// These parts of a contact may be large, and no list shows them.
const SHOWN = { activity: 0, campaigns: 0 } as const

interface Position {
  sortValue: string
  id: string
}

/** A search for one page of contacts; `after` is the address and the id of the last contact of the page before. */
export interface ContactSearch {
  projectId: string
  filter: ContactFilter
  after: Position | null
  limit: number
}

/** One page of a search. `total` is the number on all pages, or if it is capped only a number that they exceed. */
export interface ContactsFound {
  contacts: ContactRecord[]
  hasMore: boolean
  total: number
  isCapped: boolean
}

/** A part of the contacts that a search finds, in an order that an index has. */
interface Part {
  filter: MongoFilter
  sort: Record<string, 1 | -1>
  holds: (email: string) => boolean
  /** The filters for the contacts after a position, in their order. */
  after: (position: Position) => MongoFilter[]
}

/**
 * One page of the contacts that a filter selects. A search by prefix lists first the addresses that begin with the
 * text, and then those whose domain does; any other list has the newest first. The contacts are counted for the first
 * page alone, up to a thousand. Throws as `requireSelectable` and `selectedContacts`, and SERVICE_UNAVAILABLE when
 * reading takes too long.
 */
export async function searchContacts({ projectId, filter, after, limit }: ContactSearch): Promise<ContactsFound> {
  await requireSelectable(projectId, filter)
  const parts = await partsOf(projectId, filter)
  const [found, counted] = await Promise.all([
    readPage(parts, after, limit + 1),
    after ? { total: 0, isCapped: false } : countParts(parts),
  ])
  const contacts = found.slice(0, limit)
  return { contacts, hasMore: found.length > limit, ...(counted ?? { total: contacts.length, isCapped: true }) }
}

async function partsOf(projectId: string, filter: ContactFilter): Promise<Part[]> {
  const { search, match, ...rest } = filter
  if (!search || match !== 'prefix') return [newestFirst(await selectedContacts(projectId, filter))]
  const selected = await selectedContacts(projectId, rest)
  const { addresses, domains } = prefixesOf(search)
  if (addresses.length === 0) return [byDomainIn(selected, domains, {})]
  const byAddress = byAddressIn(selected, addresses)
  if (domains.length === 0) return [byAddress]
  // The index answers for a range, but not for a negation.
  return [byAddress, ...rangesWithout(addresses).map((range) => byDomainIn(selected, domains, range))]
}

function newestFirst(filter: MongoFilter): Part {
  // Ids sort by their time of creation.
  return { filter, sort: { _id: -1 }, holds: () => true, after: ({ id }) => [{ _id: { $lt: id } }] }
}

function byAddressIn(selected: MongoFilter, prefixes: string[]): Part {
  return {
    filter: allOf([selected, beginningWith('email', prefixes)]),
    sort: { email: 1 },
    holds: (email) => prefixes.some((prefix) => email.startsWith(prefix)),
    after: ({ sortValue }) => [{ email: { $gt: sortValue } }],
  }
}

function byDomainIn(selected: MongoFilter, prefixes: string[], range: TextRange): Part {
  const inRange = Object.keys(range).length > 0 ? [{ email: range }] : []
  return {
    filter: allOf([selected, beginningWith('domain', prefixes), ...inRange]),
    sort: { domain: 1, email: 1 },
    holds: (email) => isInRange(email, range),
    after({ sortValue }) {
      const domain = domainOf(sortValue)
      // One filter for both would pass over all addresses of the domain up to the position.
      return [{ domain, email: { $gt: sortValue } }, { domain: { $gt: domain } }]
    },
  }
}

async function readPage(parts: Part[], after: Position | null, limit: number): Promise<ContactRecord[]> {
  const found: ContactRecord[] = []
  for (const { filter, sort } of after ? partsAfter(parts, after) : parts) {
    if (found.length === limit) break
    const reading = Contact.find(filter, SHOWN, { maxTimeMS: READ_LIMIT_MS })
      .sort(sort)
      .limit(limit - found.length)
    found.push(...(await withinTimeLimit(reading.lean())))
  }
  return found
}

/** The parts of a search after a position, of which the first begins there; empty for a position of another search. */
function partsAfter(parts: Part[], position: Position): Pick<Part, 'filter' | 'sort'>[] {
  const [current, ...rest] = parts.slice(parts.findIndex(({ holds }) => holds(position.sortValue)))
  if (!current?.holds(position.sortValue)) return []
  const begun = current.after(position).map((bound) => ({ ...current, filter: allOf([current.filter, bound]) }))
  return [...begun, ...rest]
}

/** Counts up to a thousand contacts; null if that takes too long. */
async function countParts(parts: Part[]): Promise<Pick<ContactsFound, 'total' | 'isCapped'> | null> {
  let total = 0
  try {
    for (const { filter } of parts) {
      if (total > COUNTED) break
      const limit = COUNTED + 1 - total
      total += await Contact.countDocuments(filter, { limit, maxTimeMS: COUNT_LIMIT_MS })
    }
  } catch (error) {
    if (isTimeLimit(error)) return null
    throw error
  }
  return { total: Math.min(total, COUNTED), isCapped: total > COUNTED }
}
