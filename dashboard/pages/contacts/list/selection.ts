import type { Input } from '../../../api/client.js'
import type { Selection } from '../../../shared/selection/selection.js'
import { contactSearch, type ContactFilters } from './filters.js'

/** The number of chosen contacts, where the filters let `total` through. */
export function countOf(selection: Selection, total: number): number {
  return selection.mode === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)
}

type BulkBody = Input<'POST /contacts/bulk-subscribe'>['body']
type ContactFilter = Extract<BulkBody, { mode: 'query' }>['filter']

/** The filter of bulk changes and exports that lets the same contacts through as the list. */
export function filterOf(filters: ContactFilters): ContactFilter {
  const filter = contactSearch(filters)
  return filter.search === undefined ? filter : { ...filter, match: 'prefix' }
}

/** The contacts of a bulk change, for the API. */
export function bulkBody(selection: Selection, filter: ContactFilter): BulkBody {
  if (selection.mode === 'some') return { mode: 'ids', contactIds: [...selection.ids] }
  return { mode: 'query', filter, excludeIds: [...selection.except] }
}
