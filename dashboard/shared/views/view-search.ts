import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'

/** The parameters of a list in its address. */
export type ListSearch = Readonly<Record<string, unknown>>

/** The parameters as a view stores them, in one order: equal filters are equal texts. */
export function searchText({ unread: _unread, ...search }: ListSearch): string {
  const names = Object.keys(search).filter((name) => search[name] !== undefined)
  return defaultStringifySearch(Object.fromEntries(names.sort().map((name) => [name, search[name]]))).replace(/^\?/, '')
}

/** The parameters of a stored view as the list reads them today: `unread` names those that it no longer takes. */
export function readView<Search extends ListSearch>(
  stored: string,
  read: (search: Record<string, unknown>) => Search,
): Search {
  try {
    return read(defaultParseSearch(`?${stored}`))
  } catch {
    return read({})
  }
}
