import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'

type Index = string | mongo.BSON.Document

// A list counts its items up to this number, because counting reads an index entry for each.
const MAX_TOTAL = 1_000_000
// Counting so many costs no more than reading a page of them.
const EXACT_UP_TO = 1_000
const FRESH_MS = 10_000
const LONGEST_KEPT_MS = 60_000
const MAX_KEPT = 1_000

/** A model, as far as its documents are counted. */
interface Countable {
  collection: {
    name: string
    countDocuments(filter: object, options: { limit: number; hint?: Index }): Promise<number>
  }
}

/** How a list is counted: by which index, and up to which number where an entry of it does not tell all. */
export interface CountOptions {
  hint?: Index
  most?: number
}

interface Counted {
  total: number
  at: number
}

// A list that is looked at often is counted anew in the background, while its readers see the number before.
const kept = new LRUCache<string, Counted, () => Promise<number>>({
  max: MAX_KEPT,
  ttl: FRESH_MS,
  allowStale: true,
  noDeleteOnFetchRejection: true,
  fetchMethod: async (_key, _stale, { context: count }) => ({ total: await count(), at: Date.now() }),
})

/**
 * How many items a list has on all its pages: as they are now up to a thousand, and above that as this process counted
 * them within the last minute, up to a million, or to `most`.
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
  const before = kept.peek(key)
  if (before && before.at < Date.now() - LONGEST_KEPT_MS) kept.delete(key)
  const counted = await kept.fetch(key, { context: () => count(most) })
  return counted?.total ?? few
}
