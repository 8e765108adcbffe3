import type { ContactFilter } from '../../../models/bulk-job.js'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import {
  beginningWith,
  isInRange,
  prefixesOf,
  rangesWithout,
  type Prefixes,
  type TextRange,
} from '../../base/listing/address-prefix.js'
import { scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { BY_NAME, named } from './by-name.js'
import { keepSuppressed } from './by-suppression.js'
import { NOT_LISTED, type Position, type Search } from './search-page.js'
import { selectedContacts } from './selected-contacts.js'

// Where suppressed contacts are left out, so many are read at a time after the first page was not filled.
const READ_ON = 1_000

/** A part of the contacts that a search finds, in an order that an index has. */
interface Part {
  filter: OwnedQuery
  sort: Record<string, 1 | -1>
  /** The index to read, where a sort by another one could read all contacts. */
  hint?: string
  holds: (email: string) => boolean
  /** The filters for the contacts after a position, in their order. */
  after: (position: Position) => MongoFilter[]
}

/** Searches the contacts that a filter selects, in parts that an index has in their order, without suppressed ones. */
export async function searchInParts(projectId: string, filter: ContactFilter): Promise<Search> {
  const parts = await partsOf(projectId, filter)
  const read = filter.suppressed === false ? readUnsuppressed(projectId, parts) : readFrom(projectId, parts)
  return {
    async read(after, limit) {
      const found = await read({ after, limit: limit + 1, deadline: Date.now() + SCAN_LIMIT_MS, shown: NOT_LISTED })
      const contacts = found.slice(0, limit)
      return { contacts, last: found.length > limit ? (contacts.at(-1) ?? null) : null }
    },
    async count(most, deadline) {
      if (filter.suppressed === undefined) return countParts(projectId, parts, { most, deadline })
      return (await read({ after: null, limit: most, deadline, shown: { email: 1 } })).length
    },
  }
}

async function partsOf(projectId: string, filter: ContactFilter): Promise<Part[]> {
  const { search, match, ...rest } = filter
  if (!search || match !== 'prefix') return [newestFirst((await selectedContacts(projectId, filter)).query)]
  const { query: selected } = await selectedContacts(projectId, rest)
  const { addresses, domains } = prefixesOf(search)
  if (addresses.length === 0) return [byDomainIn(selected, domains, {})]
  const byAddress = byAddressIn(selected, addresses)
  if (domains.length === 0) return [byAddress]
  // The index answers for a range, but not for a negation.
  const byDomains = rangesWithout(addresses).map((range) => byDomainIn(selected, domains, range))
  const names = named(search)
  return [byAddress, ...byDomains, ...(names ? [byNameIn(allOf([selected, names]), { addresses, domains })] : [])]
}

function newestFirst(filter: OwnedQuery): Part {
  // Ids sort by their time of creation.
  return { filter, sort: { _id: -1 }, holds: () => true, after: ({ id }) => [{ _id: { $lt: id } }] }
}

function byAddressIn(selected: OwnedQuery, prefixes: string[]): Part {
  return {
    filter: allOf([selected, beginningWith('email', prefixes)]),
    sort: { email: 1 },
    holds: (email) => prefixes.some((prefix) => email.startsWith(prefix)),
    after: ({ sortValue }) => [{ email: { $gt: sortValue } }],
  }
}

function byDomainIn(selected: OwnedQuery, prefixes: string[], range: TextRange): Part {
  const inRange = Object.keys(range).length > 0 ? [{ email: range }] : []
  return {
    filter: allOf([selected, beginningWith('domain', prefixes), ...inRange]),
    sort: { domain: 1, email: 1 },
    holds: (email) => isInRange(email, range) && prefixes.some((prefix) => domainOf(email).startsWith(prefix)),
    after({ sortValue }) {
      const domain = domainOf(sortValue)
      // One filter for both would pass over all addresses of the domain up to the position.
      return [{ domain, email: { $gt: sortValue } }, { domain: { $gt: domain } }]
    },
  }
}

/** The contacts with the name that no part before has. */
function byNameIn(filter: OwnedQuery, { addresses, domains }: Prefixes): Part {
  const others = [beginningWith('email', addresses), beginningWith('domain', domains)]
  return {
    filter: allOf([filter, { $nor: others }]),
    sort: { email: 1 },
    hint: BY_NAME,
    holds: (email) =>
      !addresses.some((prefix) => email.startsWith(prefix)) &&
      !domains.some((prefix) => domainOf(email).startsWith(prefix)),
    after: ({ sortValue }) => [{ email: { $gt: sortValue } }],
  }
}

interface Reading {
  after: Position | null
  limit: number
  deadline: number
  shown: Record<string, 0 | 1>
}

function readFrom(projectId: string, parts: Part[]) {
  return async ({ after, limit, deadline, shown }: Reading): Promise<ContactRecord[]> => {
    const found: ContactRecord[] = []
    for (const { filter, sort, hint } of after ? partsAfter(parts, after) : parts) {
      if (found.length === limit) break
      const left = limit - found.length
      const some = await scan(
        projectId,
        (limits) =>
          Contact.find(filter, shown, { ...limits, ...(hint ? { hint } : {}) })
            .sort(sort)
            .limit(left)
            .lean<ContactRecord[]>(),
        deadline,
      )
      found.push(...some)
    }
    return found
  }
}

function readUnsuppressed(projectId: string, parts: Part[]) {
  const readNext = readFrom(projectId, parts)
  return async ({ after, limit, ...reading }: Reading): Promise<ContactRecord[]> => {
    const kept: ContactRecord[] = []
    let [from, size] = [after, limit]
    while (kept.length < limit) {
      const found = await readNext({ ...reading, after: from, limit: size })
      kept.push(...(await keepSuppressed(projectId, found, false)))
      const last = found.at(-1)
      if (!last || found.length < size) break
      from = { sortValue: last.email, id: last._id }
      size = READ_ON
    }
    return kept.slice(0, limit)
  }
}

/** The parts of a search after a position, of which the first begins there; empty for a position of another search. */
function partsAfter(parts: Part[], position: Position): Pick<Part, 'filter' | 'sort' | 'hint'>[] {
  const [current, ...rest] = parts.slice(parts.findIndex(({ holds }) => holds(position.sortValue)))
  if (!current?.holds(position.sortValue)) return []
  const begun = current.after(position).map((bound) => ({ ...current, filter: allOf([current.filter, bound]) }))
  return [...begun, ...rest]
}

async function countParts(
  projectId: string,
  parts: Part[],
  { most, deadline }: { most: number; deadline: number },
): Promise<number> {
  let total = 0
  for (const { filter, hint } of parts) {
    if (total >= most) break
    const options = { limit: most - total, ...(hint ? { hint } : {}) }
    total += await scan(projectId, (limits) => Contact.countDocuments(filter, { ...limits, ...options }), deadline)
  }
  return total
}
