import { useInfiniteQuery } from '@tanstack/react-query'
import { readPages, searchPages } from '../../../api/query.js'
import { useProjectId } from '../../../session/project.js'
import type { PagedQuery } from '../../../shared/paged-list.js'
import type { ContactRow } from './contact-table.js'
import { contactQuery, contactSearch, isSearch, type ContactFilters } from './filters.js'

const PAGE = 100
// A search for a rare condition has many pages with few rows, which all stay in view.
const KEPT_PAGES = 50

/** The contacts that pass the filters: listed in the order that is asked for, or searched for by prefix. */
export function useContacts(filters: ContactFilters, isEnabled: boolean) {
  const projectId = useProjectId()
  const isSearched = isSearch(filters)
  const query = { ...contactQuery(filters), limit: PAGE }
  const listed = useInfiniteQuery({
    ...readPages('GET /contacts', { projectId, query }),
    enabled: isEnabled && !isSearched,
  })
  const body = { ...contactSearch(filters), limit: PAGE }
  const found = useInfiniteQuery({
    ...searchPages('POST /contacts/search', { projectId, body }),
    maxPages: KEPT_PAGES,
    enabled: isEnabled && isSearched,
  })
  const first = isSearched ? found.data?.pages[0] : listed.data?.pages[0]
  const isCapped = isSearched && found.data?.pages[0]?.totalIsCapped === true
  return { query: isSearched ? orOld(found, listed) : orOld(listed, found), total: first?.total, isCapped }
}

/** The rows of the other query, until this query has its first answer. */
function orOld(query: PagedQuery<ContactRow>, other: PagedQuery<ContactRow>): PagedQuery<ContactRow> {
  if (query.data || query.error || !other.data) return query
  return { ...query, data: other.data, isPlaceholderData: true, hasNextPage: false }
}
