import type { ContactRecord } from '../../../models/contact.js'
import type { ContactTotals } from '../../../models/contact-count.js'
import { allOf, anyOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { addressContaining } from '../../base/listing/address-spellings.js'
import { WALKED } from '../../base/listing/read-bounds.js'
import { SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { worded } from './by-words.js'
import { byAddress, byTime, type OrderedPart, type Place } from './contact-parts.js'
import { contactTotals } from './contact-totals.js'
import { findByText } from './find-by-text.js'
import { PLACE, readParts } from './read-parts.js'
import { NOT_LISTED, type Position } from './search-page.js'
import { listed, pageOf } from './search-parts.js'

/** A query for one page of a project's contacts. */
export interface ContactListing {
  projectId: string
  /** A part of the address, or words of the name and the address by their beginnings. */
  search?: string | undefined
  subscribed?: boolean | undefined
  sort: 'createdAt' | 'email'
  dir: 'asc' | 'desc'
  /** The start of the page; null for the first one. */
  after: Position | null
  limit: number
}

/**
 * One page of a project's contacts, and where the next page begins; null at the end. The contacts are counted for the
 * first page alone; `total` is 0 after it. `searched` says how many contacts were gone through where others were not,
 * so that the list may lack some, or a page ended before it was full.
 */
export interface ListedContacts {
  contacts: ContactRecord[]
  next: Position | null
  total: number
  searched: { contacts: number; of: number } | null
}

/**
 * One page of a project's contacts. No request reads more than `MAX_READ` of them. A text is looked for in any part of
 * the address in a project of some thousand contacts; in a larger one in the beginnings of all words by an index, and
 * in any part of the newest addresses. Throws SERVICE_UNAVAILABLE when reading takes too long.
 */
export async function listContacts(listing: ContactListing): Promise<ListedContacts> {
  const { projectId, search, subscribed, after, limit } = listing
  const totals = await contactTotals(projectId)
  if (search && totals.contacts > WALKED) {
    const found = await findByText({ ...listing, search })
    if (found) return { ...found, searched: { contacts: found.walked, of: totals.contacts } }
  }
  const part = partOf(listing)
  const reading = { projectId, parts: [part], after, deadline: Date.now() + SCAN_LIMIT_MS }
  const searchedIn = (walked: number | null): ListedContacts['searched'] =>
    walked === null ? null : { contacts: walked, of: totals.contacts }
  if (!search || after) {
    const found = await readParts({ ...reading, most: limit + 1, shown: NOT_LISTED })
    const { walked, ...page } = pageOf(found, limit)
    return { ...page, total: after ? 0 : countOf(totals, subscribed), searched: searchedIn(walked) }
  }
  // The contacts that are gone through for the page count at once.
  const found = await readParts<Place>({ ...reading, most: WALKED + 1, shown: PLACE })
  const { contacts, next } = pageOf(found, limit)
  return {
    contacts: await listed(projectId, contacts),
    next,
    total: found.found.length,
    searched: searchedIn(found.stop ? found.walked : null),
  }
}

/** The contacts to list, in the order of an index. */
function partOf({ projectId, search, subscribed, sort, dir }: ContactListing): OrderedPart {
  const rest = search ? [containingText(search)] : []
  const ofSubscription = subscribed === undefined ? [] : [{ subscribed }]
  if (sort === 'email')
    return byAddress({ projectId, base: { projectId }, rest: [...ofSubscription, ...rest] }, { dir })
  const base = allOf([{ projectId }, ...ofSubscription])
  return byTime({ projectId, base, rest }, { dir, hasSubscription: subscribed !== undefined })
}

function containingText(search: string): MongoFilter {
  const words = worded(search)
  return anyOf([{ email: addressContaining(search) }, ...(words ? [words] : [])])
}

function countOf({ contacts, subscribed }: ContactTotals, isSubscribed: boolean | undefined): number {
  if (isSubscribed === undefined) return contacts
  return isSubscribed ? subscribed : contacts - subscribed
}
