import type { ConditionTree } from '../../../models/domain/conditions/tree.js'

/** The orders of the list of contacts. */
export const CONTACT_SORTS = ['createdAt-desc', 'createdAt-asc', 'email-asc', 'email-desc'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]

/** The states of a subscription; a snoozed contact is unsubscribed for some time. */
export const CONTACT_STATES = ['subscribed', 'unsubscribed', 'snoozed'] as const
type ContactState = (typeof CONTACT_STATES)[number]

/** The filters of the list of contacts, as its address holds them. */
export interface ContactFilters {
  q?: string | undefined
  status?: ContactState | undefined
  /** Whether their addresses are suppressed. */
  suppressed?: boolean | undefined
  sort?: ContactSort | undefined
  /** The id of a segment that the contacts are in. */
  segment?: string | undefined
  /** A condition that the contacts meet, as the address has it: not validated. */
  where?: ConditionTree | undefined
}

// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the filters from the address, which is untrusted input. */
export function readContactFilters(search: Record<string, unknown>): ContactFilters {
  const { q, status, suppressed, sort, segment, where } = search
  return {
    q: typeof q === 'string' && q !== '' ? q : undefined,
    status: CONTACT_STATES.find((one) => one === status),
    suppressed: typeof suppressed === 'boolean' ? suppressed : undefined,
    sort: CONTACT_SORTS.find((one) => one === sort),
    segment: typeof segment === 'string' && ID.test(segment) ? segment : undefined,
    // The router has read the JSON.
    where: typeof where === 'object' && where !== null ? (where as ConditionTree) : undefined,
  }
}

/** Whether any filter is active. */
export function isFiltered({ q, status, suppressed, segment, where }: ContactFilters): boolean {
  return [q, status, suppressed, segment, where].some((filter) => filter !== undefined)
}

/** Whether the list is a search, which has an order of its own. */
export function isSearch({ q, status, suppressed, segment, where }: ContactFilters): boolean {
  return status === 'snoozed' || [searchOf(q), suppressed, segment, where].some((filter) => filter !== undefined)
}

/** The query for a list of contacts in the order of these filters. */
export function contactQuery({ status, sort = 'createdAt-desc' }: ContactFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'email', 'asc' | 'desc']
  return { ...subscribedOf(status), sort: field, dir }
}

/** The search for contacts by these filters, which is also the filter of a bulk change or an export. */
export function contactSearch({ q, status, suppressed, segment, where }: ContactFilters) {
  const search = searchOf(q)
  return {
    ...(search === undefined ? {} : { search, match: 'prefix' as const }),
    ...(status === 'snoozed' ? { snoozed: true } : subscribedOf(status)),
    ...(suppressed === undefined ? {} : { suppressed }),
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
