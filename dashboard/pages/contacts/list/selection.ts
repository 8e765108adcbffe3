import type { Input } from '../../../api/client.js'
import { contactSearch, type ContactFilters } from './filters.js'

/** The contacts that are chosen in a list: some by their ids, or all that its filters let through except some. */
export type Selection = { mode: 'some'; ids: ReadonlySet<string> } | { mode: 'all'; except: ReadonlySet<string> }

export const NOTHING: Selection = { mode: 'some', ids: new Set() }
export const EVERYTHING: Selection = { mode: 'all', except: new Set() }

/** Whether a contact is chosen. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.mode === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/** The selection with one contact chosen that was not, or the other way round. */
export function toggled(selection: Selection, id: string): Selection {
  if (selection.mode === 'some') return { mode: 'some', ids: without(selection.ids, id) }
  return { mode: 'all', except: without(selection.except, id) }
}

function without(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The number of shown contacts that are selected. */
export function shownState(selection: Selection, shown: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = shown.filter((id) => isSelected(selection, id)).length
  if (chosen === 0) return 'none'
  return chosen === shown.length ? 'all' : 'some'
}

/** The selection after the box for the shown contacts was pressed: all of them, or nothing where all were chosen. */
export function withShown(selection: Selection, shown: readonly string[]): Selection {
  return shownState(selection, shown) === 'all' ? NOTHING : { mode: 'some', ids: new Set(shown) }
}

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
