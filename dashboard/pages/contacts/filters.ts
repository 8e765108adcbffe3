/** The orders of the list of contacts. */
export const CONTACT_SORTS = ['createdAt-desc', 'createdAt-asc', 'email-asc', 'email-desc'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

/** The filters of the list of contacts, as its address holds them. */
export interface ContactFilters {
  q?: string | undefined
  status?: 'subscribed' | 'unsubscribed' | undefined
  sort?: ContactSort | undefined
}

// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2

/** Reads the filters from an address that anybody may have written. */
export function readContactFilters({ q, status, sort }: Record<string, unknown>): ContactFilters {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    status: status === 'subscribed' || status === 'unsubscribed' ? status : undefined,
    sort: CONTACT_SORTS.find((one) => one === sort),
  }
}

/** Whether anything is left out of the list. */
export function isFiltered({ q, status }: ContactFilters): boolean {
  return q !== undefined || status !== undefined
}

/** The query of the API for these filters. */
export function contactQuery({ q, status, sort = 'createdAt-desc' }: ContactFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'email', 'asc' | 'desc']
  return {
    ...(q !== undefined && q.length >= MIN_SEARCH ? { search: q } : {}),
    ...(status === undefined ? {} : { subscribed: status === 'subscribed' }),
    sort: field,
    dir,
  }
}
