import { Contact, type ContactRecord } from '../../models/contact.js'
import { addressContaining } from '../address-spellings.js'
import { contactTotals } from './contact-totals.js'

/** The sort field of a list of contacts, and the start of its next page. */
export type ContactOrder =
  | { sort: 'createdAt'; after: { sortValue: Date; id: string } | null }
  | { sort: 'email'; after: { sortValue: string; id: string } | null }

/** A query for one page of a project's contacts. */
export type ContactListing = ContactOrder & {
  projectId: string
  /** A part of the address. */
  search?: string | undefined
  subscribed?: boolean | undefined
  dir: 'asc' | 'desc'
  limit: number
}

/** One page of a project's contacts. The contacts are counted for the first page alone; `total` is 0 after it. */
export async function listContacts(
  listing: ContactListing,
): Promise<{ contacts: ContactRecord[]; hasMore: boolean; total: number }> {
  const { projectId, search, subscribed, limit, after } = listing
  const filter = {
    projectId,
    ...(search ? { email: addressContaining(search) } : {}),
    ...(subscribed === undefined ? {} : { subscribed }),
  }
  const [found, total] = await Promise.all([
    Contact.find({ $and: [filter, positionOf(listing)] })
      .sort(sortOf(listing))
      .limit(limit + 1)
      .lean(),
    after ? 0 : countAll(listing, filter),
  ])
  return { contacts: found.slice(0, limit), hasMore: found.length > limit, total }
}

// The project's counters have the totals. Only a search has to count the contacts.
async function countAll({ projectId, search, subscribed }: ContactListing, filter: object): Promise<number> {
  if (search) return Contact.countDocuments(filter)
  const totals = await contactTotals(projectId)
  if (subscribed === undefined) return totals.contacts
  return subscribed ? totals.subscribed : totals.contacts - totals.subscribed
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
