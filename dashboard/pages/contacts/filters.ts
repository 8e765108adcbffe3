import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The orders of the list of contacts. */
export const CONTACT_SORTS = ['createdAt-desc', 'createdAt-asc', 'email-asc', 'email-desc'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

/** The filters of the list of contacts, as its address holds them. */
export interface ContactFilters {
  q?: string | undefined
  status?: 'subscribed' | 'unsubscribed' | undefined
  sort?: ContactSort | undefined
  /** The id of a segment that the contacts are in. */
  segment?: string | undefined
  /** A condition that the contacts meet, as it was written: nobody has checked it. */
  where?: ConditionTree | undefined
}

// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the filters from an address that anybody may have written. */
export function readContactFilters({ q, status, sort, segment, where }: Record<string, unknown>): ContactFilters {
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    status: status === 'subscribed' || status === 'unsubscribed' ? status : undefined,
    sort: CONTACT_SORTS.find((one) => one === sort),
    segment: typeof segment === 'string' && ID.test(segment) ? segment : undefined,
    // The router has read the JSON.
    where: typeof where === 'object' && where !== null ? (where as ConditionTree) : undefined,
  }
}

/** Whether anything is left out of the list. */
export function isFiltered({ q, status, segment, where }: ContactFilters): boolean {
  return [q, status, segment, where].some((filter) => filter !== undefined)
}

/** Whether the contacts are searched for, which gives them an order of its own, and not only listed. */
export function isSearch({ q, segment, where }: ContactFilters): boolean {
  return [searchOf(q), segment, where].some((filter) => filter !== undefined)
}

/** The query for a list of contacts in the order of these filters. */
export function contactQuery({ status, sort = 'createdAt-desc' }: ContactFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'email', 'asc' | 'desc']
  return { ...subscribedOf(status), sort: field, dir }
}

/** The search for contacts by these filters, which is also the filter of a bulk change or an export. */
export function contactSearch({ q, status, segment, where }: ContactFilters) {
  const search = searchOf(q)
  return {
    ...(search === undefined ? {} : { search, match: 'prefix' as const }),
    ...subscribedOf(status),
    ...(segment === undefined ? {} : { segmentId: segment }),
    ...(where === undefined ? {} : { condition: where }),
  }
}

function searchOf(q: string | undefined): string | undefined {
  return q !== undefined && q.length >= MIN_SEARCH ? q : undefined
}

function subscribedOf(status: ContactFilters['status']): { subscribed?: boolean } {
  return status === undefined ? {} : { subscribed: status === 'subscribed' }
}
