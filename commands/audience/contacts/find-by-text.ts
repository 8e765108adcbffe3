import { Contact, type ContactRecord } from '../../../models/contact.js'
import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { beginningWith, compareTexts, prefixesOf } from '../../base/listing/address-prefix.js'
import { addressContaining } from '../../base/listing/address-spellings.js'
import { scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { BY_WORDS, withWord, worded, wordsOf } from './by-words.js'
import { byTime, timeOf, type ContactPart, type Place } from './contact-parts.js'
import { PLACE, readParts } from './read-parts.js'
import type { Position } from './search-page.js'
import { listed } from './search-parts.js'

// A request looks up so many entries of three indexes, reads as many contacts of each, and the newest ones: less than
// `MAX_READ` together.
const FEW = 1_000
const NEWEST = 3_800

/** A search for a text, for one page of what it finds. */
export interface TextSearch {
  projectId: string
  search: string
  subscribed?: boolean | undefined
  sort: 'createdAt' | 'email'
  dir: 'asc' | 'desc'
  after: Position | null
  limit: number
}

/** One page of what a text finds; `walked` is how many of the newest addresses were searched for the text in them. */
export interface FoundByText {
  contacts: ContactRecord[]
  next: Position | null
  total: number
  walked: number
}

/** Contacts that an index answers for. */
interface Range {
  filter: OwnedQuery
  hint: ContactPart['hint']
}

/**
 * Finds contacts by a text in a large project: those whose address, domain or words begin with it by an index, and
 * those of the newest contacts that have it in any part of their address. Null if so many contacts begin with it that
 * they are better looked for one after the other.
 */
export async function findByText(listing: TextSearch): Promise<FoundByText | null> {
  const { projectId, search, sort, after, limit } = listing
  const ranges = await fewBeginningWith(projectId, search)
  if (!ranges) return null
  const found = await Promise.all([...ranges.map((range) => read(listing, range)), amongNewest(listing)])
  const places = [...new Map(found.flat().map((place) => [place._id, place])).values()]
  const inOrder = places.sort(orderOf(listing))
  const later = after ? inOrder.filter((place) => orderOf(listing)(place, placeOf(after, sort)) > 0) : inOrder
  const shown = later.slice(0, limit)
  const last = later.length > limit ? shown.at(-1) : undefined
  const part = byTime({ projectId, base: { projectId }, rest: [] }, { dir: 'desc', hasSubscription: false })
  return {
    contacts: await listed(projectId, shown),
    next: last ? { sortValue: sort === 'email' ? last.email : part.valueOf(last), id: last._id } : null,
    total: after ? 0 : places.length,
    walked: NEWEST,
  }
}

/** The ranges of indexes with the contacts that begin with a text; null if one of them has many. */
async function fewBeginningWith(projectId: string, search: string): Promise<Range[] | null> {
  const { addresses, domains } = prefixesOf(search)
  const ranges: Range[] = [
    ...rangeOf(projectId, addresses, { field: 'email', hint: { projectId: 1, email: 1 } }),
    ...rangeOf(projectId, domains, { field: 'domain', hint: { projectId: 1, domain: 1, email: 1 } }),
  ]
  for (const range of ranges) if (!(await isFew(projectId, range))) return null
  const [word] = wordsOf(search)
  if (word === undefined) return ranges
  const byWord = { filter: allOf([{ projectId }, withWord(word)]), hint: BY_WORDS }
  if (!(await isFew(projectId, byWord))) return null
  return [...ranges, { ...byWord, filter: allOf([byWord.filter, worded(search) ?? {}]) }]
}

function rangeOf(
  projectId: string,
  texts: readonly string[],
  { field, hint }: { field: 'email' | 'domain'; hint: Range['hint'] },
): Range[] {
  return texts.length === 0 ? [] : [{ filter: allOf([{ projectId }, beginningWith(field, texts)]), hint }]
}

async function isFew(projectId: string, { filter, hint }: Range): Promise<boolean> {
  const limit = FEW + 1
  return (await scan(projectId, (limits) => Contact.countDocuments(filter, { ...limits, hint, limit }))) <= FEW
}

function read({ projectId, subscribed }: TextSearch, { filter, hint }: Range): Promise<Place[]> {
  const query = allOf([filter, ...(subscribed === undefined ? [] : [{ subscribed }])])
  return scan(projectId, (limits) => Contact.find(query, PLACE, { ...limits, hint }).lean<Place[]>())
}

async function amongNewest({ projectId, search, subscribed }: TextSearch): Promise<Place[]> {
  const base = { projectId, ...(subscribed === undefined ? {} : { subscribed }) }
  const rest: MongoFilter[] = [{ email: addressContaining(search) }]
  const { found } = await readParts<Place>({
    projectId,
    parts: [byTime({ projectId, base, rest }, { dir: 'desc', hasSubscription: subscribed !== undefined })],
    after: null,
    most: NEWEST,
    walked: NEWEST,
    isOnly: true,
    shown: PLACE,
    deadline: Date.now() + SCAN_LIMIT_MS,
  })
  return found.map(({ row }) => row)
}

/** Compares contacts as the database sorts them. */
function orderOf({ sort, dir }: TextSearch): (one: Place, other: Place) => number {
  const sign = dir === 'asc' ? 1 : -1
  if (sort === 'email') return (one, other) => sign * compareTexts(one.email, other.email)
  return (one, other) =>
    sign * (one.createdAt.getTime() - other.createdAt.getTime() || compareTexts(one._id, other._id))
}

function placeOf(position: Position, sort: TextSearch['sort']): Place {
  const { sortValue, id } = position
  return { _id: id, email: sortValue, createdAt: sort === 'email' ? new Date(0) : timeOf(position) }
}
