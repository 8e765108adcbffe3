import type { ContactFilter } from '../../../models/bulk-job.js'
import { isTooSlow } from '../../base/listing/scan.js'
import { searchInParts } from './search-parts.js'
import type { FoundPage, Position, Search } from './search-page.js'
import { searchSuppressed } from './search-suppressed.js'
import { requireSelectable, selectedContacts } from './selected-contacts.js'

const COUNTED = 1_000
const COUNT_LIMIT_MS = 2_000

/** A search for one page of contacts; `after` is the place of the last contact of the page before. */
export interface ContactSearch {
  projectId: string
  filter: ContactFilter
  after: Position | null
  limit: number
}

/** One page of a search. `total` is the number on all pages, or if it is capped only a number that they exceed. */
export interface ContactsFound extends FoundPage {
  total: number
  isCapped: boolean
}

/**
 * One page of the contacts that a filter selects. Suppressed contacts are in the order of the suppressed addresses.
 * Otherwise a search by prefix lists first the addresses that begin with the text, then those whose domain does, and at
 * last the contacts whose name it is; any other list has the newest first. The contacts are counted for the first page
 * alone, up to a thousand. Throws as `requireSelectable` and `selectedContacts`, and SERVICE_UNAVAILABLE when reading
 * takes too long.
 */
export async function searchContacts({ projectId, filter, after, limit }: ContactSearch): Promise<ContactsFound> {
  await requireSelectable(projectId, filter)
  const search = filter.suppressed
    ? searchSuppressed(projectId, (await selectedContacts(projectId, filter)).query)
    : await searchInParts(projectId, filter)
  const [page, counted] = await Promise.all([
    search.read(after, limit),
    after ? { total: 0, isCapped: false } : countFound(search),
  ])
  return { ...page, ...(counted ?? { total: page.contacts.length, isCapped: true }) }
}

/** Counts up to a thousand contacts; null if that takes too long. */
async function countFound(search: Search): Promise<Pick<ContactsFound, 'total' | 'isCapped'> | null> {
  try {
    const total = await search.count(COUNTED + 1, Date.now() + COUNT_LIMIT_MS)
    return { total: Math.min(total, COUNTED), isCapped: total > COUNTED }
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}
