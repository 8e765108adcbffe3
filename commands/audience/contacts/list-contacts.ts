import { Contact, type ContactRecord } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { compareTexts } from '../../base/listing/address-prefix.js'
import { addressContaining } from '../../base/listing/address-spellings.js'
import { scan, scanIf } from '../../base/listing/scan.js'
import { BY_NAME, named } from './by-name.js'
import { contactTotals } from './contact-totals.js'

/** The sort field of a list of contacts, and the start of its next page. */
export type ContactOrder =
  | { sort: 'createdAt'; after: { sortValue: Date; id: string } | null }
  | { sort: 'email'; after: { sortValue: string; id: string } | null }

/** A query for one page of a project's contacts. */
export type ContactListing = ContactOrder & {
  projectId: string
  /** A part of the address, or words of the name by their beginnings. */
  search?: string | undefined
  subscribed?: boolean | undefined
  dir: 'asc' | 'desc'
  limit: number
}

/** One page of a project's contacts. The contacts are counted for the first page alone; `total` is 0 after it. */
export async function listContacts(
  listing: ContactListing,
): Promise<{ contacts: ContactRecord[]; hasMore: boolean; total: number }> {
  const { limit, after } = listing
  const parts = partsOf(listing)
  const [found, total] = await Promise.all([readParts(listing, parts), after ? 0 : countAll(listing, parts)])
  return { contacts: found.slice(0, limit), hasMore: found.length > limit, total }
}

/** A part of the contacts to list, and the index that answers for it. */
interface Part {
  filter: OwnedQuery
  hint?: string
}

/** The contacts by their address, and those by their name that are not among them. */
function partsOf({ projectId, search, subscribed }: ContactListing): Part[] {
  const all = { projectId, ...(subscribed === undefined ? {} : { subscribed }) }
  if (!search) return [{ filter: all }]
  const containing = addressContaining(search)
  const names = named(search)
  const byName: Part[] = names
    ? [{ filter: { $and: [all, names, { email: { $not: containing } }] }, hint: BY_NAME }]
    : []
  return [{ filter: { ...all, email: containing } }, ...byName]
}

/** The next contacts of all parts in their common order, one more than the page has. */
async function readParts(listing: ContactListing, parts: readonly Part[]): Promise<ContactRecord[]> {
  const pages = await Promise.all(
    parts.map(({ filter, ...options }) =>
      scanIf(!isIndexed(listing), listing.projectId, (limits) =>
        Contact.find({ $and: [filter, positionOf(listing)] }, null, { ...options, ...limits })
          .sort(sortOf(listing))
          .limit(listing.limit + 1)
          .lean<ContactRecord[]>(),
      ),
    ),
  )
  return pages.length === 1
    ? pages.flat()
    : pages
        .flat()
        .sort(orderOf(listing))
        .slice(0, listing.limit + 1)
}

// No index has a part of an address or of a name, nor the contacts with and without consent by address.
function isIndexed({ search, subscribed, sort }: ContactListing): boolean {
  return !search && (subscribed === undefined || sort === 'createdAt')
}

// The project's counters have the totals. Only a search has to count the contacts.
async function countAll({ projectId, search, subscribed }: ContactListing, parts: readonly Part[]): Promise<number> {
  if (search) {
    const counts = await Promise.all(
      parts.map(({ filter, ...options }) =>
        scan(projectId, (limits) => Contact.countDocuments(filter, { ...options, ...limits })),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const totals = await contactTotals(projectId)
  if (subscribed === undefined) return totals.contacts
  return subscribed ? totals.subscribed : totals.contacts - totals.subscribed
}

/** Compares contacts as the database sorts them. */
function orderOf({ sort, dir }: ContactListing): (one: ContactRecord, other: ContactRecord) => number {
  const sign = dir === 'asc' ? 1 : -1
  if (sort === 'email') return (one, other) => sign * compareTexts(one.email, other.email)
  return (one, other) =>
    sign * (one.createdAt.getTime() - other.createdAt.getTime() || compareTexts(one._id, other._id))
}

// An address is unique in its project and sorts without the id. With the id, the index on addresses could not sort.
function sortOf({ sort, dir }: ContactListing): Record<string, 1 | -1> {
  const direction = dir === 'asc' ? 1 : -1
  return sort === 'email' ? { email: direction } : { createdAt: direction, _id: direction }
}

function positionOf({ sort, after, dir }: ContactListing) {
  if (!after) return {}
  const beyond = dir === 'asc' ? '$gt' : '$lt'
  if (sort === 'email') return { email: { [beyond]: after.sortValue } }
  return {
    // An index can use only the first bound.
    createdAt: { [`${beyond}e`]: after.sortValue },
    $or: [{ createdAt: { [beyond]: after.sortValue } }, { _id: { [beyond]: after.id } }],
  }
}
