import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { oneOf, searchOf, text, textThat, yesOrNo, type SearchOf } from '../../../shared/search-params.js'

/** The orders of the list of contacts. */
export const CONTACT_SORTS = ['createdAt-desc', 'createdAt-asc', 'email-asc', 'email-desc'] as const

/** The states of a subscription; a snoozed contact is unsubscribed for some time. */
export const CONTACT_STATES = ['subscribed', 'unsubscribed', 'snoozed'] as const

// One letter fits too many contacts to be worth a search.
const MIN_SEARCH = 2
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the filters of the list of contacts from its address. */
export const readContactFilters = searchOf({
  q: text,
  status: oneOf(CONTACT_STATES),
  /** Whether their addresses are suppressed. */
  suppressed: yesOrNo,
  sort: oneOf(CONTACT_SORTS),
  /** The id of a segment that the contacts are in. */
  segment: textThat((id) => ID.test(id)),
  /** The id of the import whose file named the contacts. */
  import: textThat((id) => ID.test(id)),
  /** A condition that the contacts meet, as the address has it: not validated. The router has read the JSON. */
  where: (value) => (typeof value === 'object' && value !== null ? (value as ConditionTree) : undefined),
})

export type ContactFilters = SearchOf<typeof readContactFilters>

/** Whether any filter is active. */
export function isFiltered({ q, status, suppressed, segment, where, ...rest }: ContactFilters): boolean {
  return [q, status, suppressed, segment, rest.import, where].some((filter) => filter !== undefined)
}

/** Whether the list is a search, which has an order of its own. */
export function isSearch({ q, status, suppressed, segment, where, ...rest }: ContactFilters): boolean {
  const others = [searchedText(q), suppressed, segment, rest.import, where]
  return status === 'snoozed' || others.some((filter) => filter !== undefined)
}

/** The query for a list of contacts in the order of these filters. */
export function contactQuery({ status, sort = 'createdAt-desc' }: ContactFilters) {
  const [field, dir] = sort.split('-') as ['createdAt' | 'email', 'asc' | 'desc']
  return { ...subscribedOf(status), sort: field, dir }
}

/** The search for contacts by these filters, which is also the filter of a bulk change or an export. */
export function contactSearch({ q, status, suppressed, segment, where, ...rest }: ContactFilters) {
  const search = searchedText(q)
  return {
    ...(search === undefined ? {} : { search, match: 'prefix' as const }),
    ...(status === 'snoozed' ? { snoozed: true } : subscribedOf(status)),
    ...(suppressed === undefined ? {} : { suppressed }),
    ...(segment === undefined ? {} : { segmentId: segment }),
    ...(rest.import === undefined ? {} : { importId: rest.import }),
    ...(where === undefined ? {} : { condition: where }),
  }
}

function searchedText(q: string | undefined): string | undefined {
  return q !== undefined && q.length >= MIN_SEARCH ? q : undefined
}

function subscribedOf(status: ContactFilters['status']): { subscribed?: boolean } {
  return status === undefined ? {} : { subscribed: status === 'subscribed' }
}
