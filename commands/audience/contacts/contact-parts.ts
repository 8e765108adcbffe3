import type { ContactRecord } from '../../../models/contact.js'
import { domainOf } from '../../../models/domain/addresses.js'
import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { beginningWith, isInRange, type TextRange } from '../../base/listing/address-prefix.js'
import { BY_WORDS, withWord } from './by-words.js'
import type { Position } from './search-page.js'

type Index = Readonly<Record<string, 1 | -1>>

/** The part of a contact that gives it a place in every list. */
export type Place = Pick<ContactRecord, '_id' | 'email' | 'createdAt'>

interface PartOfContacts {
  hint: Index
  sort: Record<string, 1 | -1>
  /** What the contacts of the range have to meet besides; null if every one of them is looked for. */
  rest: MongoFilter | null
  /** Whether a contact with this sort value can be in the part. */
  holds: (sortValue: string) => boolean
  /** The sort value of a contact's position. */
  valueOf: (place: Place) => string
}

/** A range of an index that has its contacts in the order of the list. */
export interface OrderedPart extends PartOfContacts {
  kind: 'ordered'
  /** What the index alone tells of a contact for its place. */
  keys: Record<string, 0 | 1>
  /** The filters for the contacts of the range after a position, one after the other. */
  after: (position: Position | null) => OwnedQuery[]
}

/** A range of an index that has its contacts in another order: its first contacts alone are read, and sorted. */
export interface SortedPart extends PartOfContacts {
  kind: 'sorted'
  base: OwnedQuery
  /** The filter for those of the contacts that are after a position. */
  after: (position: Position) => MongoFilter
}

/** A part of the contacts that a request looks for. */
export type ContactPart = OrderedPart | SortedPart

/** The contacts that `base` selects by an index, and `rest` without one; `rest` is empty if the index is enough. */
export interface Selection {
  projectId: string
  base: OwnedQuery
  rest: MongoFilter[]
}

type Direction = 'asc' | 'desc'

const restOf = ({ rest }: Selection): MongoFilter | null => (rest.length > 0 ? allOf(rest) : null)

// No address begins with a blank.
const TIME_SIGN = ' '

function isTime(sortValue: string): boolean {
  return sortValue.startsWith(TIME_SIGN) && !Number.isNaN(Date.parse(sortValue.slice(TIME_SIGN.length)))
}

/** The sort value of a list by time. */
export function valueOfTime(createdAt: Date): string {
  return TIME_SIGN + createdAt.toISOString()
}

/** The time of a position in a list by time. */
export function timeOf({ sortValue }: Pick<Position, 'sortValue'>): Date {
  return new Date(sortValue.slice(TIME_SIGN.length))
}

/** Contacts by their time of creation. `base` may name a subscription, and times of creation. */
export function byTime(
  selection: Selection,
  { dir, hasSubscription }: { dir: Direction; hasSubscription: boolean },
): OrderedPart {
  const sign = dir === 'asc' ? 1 : -1
  const beyond = dir === 'asc' ? '$gt' : '$lt'
  return {
    kind: 'ordered',
    hint: { projectId: 1, ...(hasSubscription ? { subscribed: 1 } : {}), createdAt: -1, _id: -1 },
    sort: { createdAt: sign, _id: sign },
    keys: { createdAt: 1 },
    after(position) {
      if (!position) return [selection.base]
      const createdAt = timeOf(position)
      // One filter for both would pass over all contacts of that time up to the position.
      return [
        allOf([selection.base, { createdAt, _id: { [beyond]: position.id } }]),
        allOf([selection.base, { createdAt: { [beyond]: createdAt } }]),
      ]
    },
    rest: restOf(selection),
    holds: isTime,
    valueOf: ({ createdAt }) => valueOfTime(createdAt),
  }
}

/** Contacts by their address; with prefixes those whose address begins with one of them. */
export function byAddress(
  selection: Selection,
  { prefixes, dir = 'asc' }: { prefixes?: readonly string[]; dir?: Direction } = {},
): OrderedPart {
  const base = prefixes ? allOf([selection.base, beginningWith('email', prefixes)]) : selection.base
  const beyond = dir === 'asc' ? '$gt' : '$lt'
  return {
    kind: 'ordered',
    hint: { projectId: 1, email: 1 },
    // An address is unique in its project and sorts without the id.
    sort: { email: dir === 'asc' ? 1 : -1 },
    keys: { _id: 0, email: 1 },
    after: (position) => [position ? allOf([base, { email: { [beyond]: position.sortValue } }]) : base],
    rest: restOf(selection),
    holds: (email) => !prefixes || prefixes.some((prefix) => email.startsWith(prefix)),
    valueOf: ({ email }) => email,
  }
}

/** Contacts by their domain, which begins with one of the prefixes, and by their address, which is in a range. */
export function byDomain(selection: Selection, prefixes: readonly string[], range: TextRange): OrderedPart {
  const inRange = Object.keys(range).length > 0 ? [{ email: range }] : []
  const base = allOf([selection.base, beginningWith('domain', prefixes), ...inRange])
  return {
    kind: 'ordered',
    hint: { projectId: 1, domain: 1, email: 1 },
    sort: { domain: 1, email: 1 },
    keys: { _id: 0, email: 1 },
    after(position) {
      if (!position) return [base]
      const domain = domainOf(position.sortValue)
      // One filter for both would pass over all addresses of the domain up to the position.
      return [allOf([base, { domain, email: { $gt: position.sortValue } }]), allOf([base, { domain: { $gt: domain } }])]
    },
    rest: restOf(selection),
    holds: (email) => isInRange(email, range) && prefixes.some((prefix) => domainOf(email).startsWith(prefix)),
    valueOf: ({ email }) => email,
  }
}

/** Contacts by their address that have a word which begins with `word`, and that no part before has. */
export function byWord(selection: Selection, word: string, holds: SortedPart['holds']): SortedPart {
  return {
    kind: 'sorted',
    hint: BY_WORDS,
    sort: { email: 1 },
    base: allOf([selection.base, withWord(word)]),
    after: ({ sortValue }) => ({ email: { $gt: sortValue } }),
    rest: restOf(selection),
    holds,
    valueOf: ({ email }) => email,
  }
}

/** The members of a segment that hold its id, newest first. */
export function bySegment(selection: Selection): OrderedPart {
  return {
    kind: 'ordered',
    hint: { projectId: 1, segments: 1, _id: -1 },
    // Ids sort by their time of creation.
    sort: { _id: -1 },
    keys: { _id: 1 },
    after: (position) => [position ? allOf([selection.base, { _id: { $lt: position.id } }]) : selection.base],
    rest: restOf(selection),
    holds: () => true,
    valueOf: () => '',
  }
}

/** The few contacts that `base` selects by the index `hint`, newest first. */
export function fewNewest(selection: Selection, hint: Index): SortedPart {
  const { sort, holds, valueOf } = byTime(selection, { dir: 'desc', hasSubscription: false })
  return {
    kind: 'sorted',
    hint,
    sort,
    base: selection.base,
    after(position) {
      const [createdAt, id] = [timeOf(position), position.id]
      return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] }
    },
    rest: restOf(selection),
    holds,
    valueOf,
  }
}
