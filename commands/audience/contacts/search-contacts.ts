import type { ContactFilter } from '../../../models/bulk-job.js'
import type { FoundPage, Position } from './search-page.js'
import { searchInParts } from './search-parts.js'
import { searchSuppressed } from './search-suppressed.js'
import { requireSelectable, selectedContacts } from './selected-contacts.js'

const COUNTED = 1_000

/** A search for one page of contacts; `after` is the place of the last contact of the page before. */
export interface ContactSearch {
  projectId: string
  filter: ContactFilter
  after: Position | null
  limit: number
}

/**
 * One page of the contacts that a filter selects. Suppressed contacts are in the order of the suppressed addresses.
 * Otherwise a search by prefix lists first the addresses that begin with the text, then those whose domain does, and at
 * last the contacts that have its words; any other list has the newest first.
 *
 * No request reads more than `MAX_READ` contacts. For a condition that no index has, the page ends when it has gone
 * through some thousand contacts, full or not, and the next one goes on from there. The contacts are counted for the
 * first page alone, up to a thousand. Throws as `requireSelectable` and `selectedContacts`, and SERVICE_UNAVAILABLE
 * when reading takes too long.
 */
export async function searchContacts({ projectId, filter, after, limit }: ContactSearch): Promise<FoundPage> {
  await requireSelectable(projectId, filter)
  const search = filter.suppressed
    ? searchSuppressed(projectId, (await selectedContacts(projectId, filter)).query)
    : await searchInParts(projectId, filter)
  return search({ after, limit, most: COUNTED })
}
