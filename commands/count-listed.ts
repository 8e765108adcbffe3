import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'

type Index = string | mongo.BSON.Document

// A list counts its items up to this number, because counting reads an index entry for each.
const MAX_TOTAL = 1_000_000
// Counting this many items costs no more than reading a page of them.
const EXACT_UP_TO = 1_000
const FRESH_MS = 10_000
const LONGEST_KEPT_MS = 60_000
const MAX_KEPT = 1_000

/** The part of a model that counts its documents. */
interface Countable {
  collection: {
    name: string
    countDocuments(filter: object, options: { limit: number; hint?: Index }): Promise<number>
  }
}

/**
 * How a list is counted: by the index `hint`, up to `most` items. A caller lowers `most` where each document must be
 * read, because an index entry does not show whether it counts.
 */
export interface CountOptions {
  hint?: Index
  most?: number
}

interface Counted {
  total: number
  at: number
}

// A list that is read often is counted again in the background. Its readers see the previous total meanwhile.
const totals = new LRUCache<string, Counted, () => Promise<number>>({
  max: MAX_KEPT,
  ttl: FRESH_MS,
  allowStale: true,
  noDeleteOnFetchRejection: true,
  fetchMethod: async (_key, _stale, { context: count }) => ({ total: await count(), at: Date.now() }),
})

/**
 * How many items a list has on all its pages. Up to a thousand items the number is exact. Above that it is a count of
 * this process that is at most a minute old, and at most a million, or `most`.
 */
export async function countListed(
  { collection }: Countable,
  filter: object,
  { hint, most = MAX_TOTAL }: CountOptions = {},
): Promise<number> {
  const count = (limit: number): Promise<number> =>
    collection.countDocuments(filter, { limit, ...(hint === undefined ? {} : { hint }) })
  const few = await count(EXACT_UP_TO + 1)
  if (few <= EXACT_UP_TO) return few
  const key = `${collection.name} ${JSON.stringify(filter)}`
  const before = totals.peek(key)
  if (before && before.at < Date.now() - LONGEST_KEPT_MS) totals.delete(key)
  const counted = await totals.fetch(key, { context: () => count(most) })
  return counted?.total ?? few
}
