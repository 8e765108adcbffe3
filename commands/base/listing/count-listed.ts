import { LRUCache } from 'lru-cache'
import type { mongo } from 'mongoose'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { detached } from '../../../runtime/tracing/tracing.js'
import { scan, scanIf, type ScanLimits } from './scan.js'

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
    countDocuments(filter: OwnedQuery, options: { limit: number; hint?: Index } & Partial<ScanLimits>): Promise<number>
  }
}

/**
 * How a list is counted: by the index `hint`, up to `most` items. A caller lowers `most` where each document must be
 * read, because an index entry does not show whether it counts. With `isScan` counting reads any number of
 * items that do not count.
 */
export interface CountOptions {
  hint?: Index
  most?: number
  isScan?: boolean
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
  // An older total is better than none while too many scans are under way.
  allowStaleOnFetchRejection: true,
  fetchMethod: async (_key, _stale, { context: count }) => ({ total: await count(), at: Date.now() }),
})

/**
 * How many items a list of a project has on all its pages. Up to a thousand items the number is exact. Above that it is
 * a count of this process that is at most a minute old, and at most a million, or `most`. Counting more than a thousand
 * items, or those that an index does not show, is a scan: throws SERVICE_UNAVAILABLE as `scan`, unless an older total
 * is known.
 */
export async function countListed(
  projectId: string,
  { collection }: Countable,
  filter: OwnedQuery,
  { hint, most = MAX_TOTAL, isScan = false }: CountOptions = {},
): Promise<number> {
  const count = (limit: number) => (limits: Partial<ScanLimits>) =>
    collection.countDocuments(filter, { ...limits, limit, ...(hint === undefined ? {} : { hint }) })
  const few = await scanIf(isScan, projectId, count(EXACT_UP_TO + 1))
  if (few <= EXACT_UP_TO) return few
  const key = `${collection.name} ${JSON.stringify(filter)}`
  const before = totals.peek(key)
  const forceRefresh = before !== undefined && before.at < Date.now() - LONGEST_KEPT_MS
  // Several requests may wait for one count: it goes on when the first of them has lost its client.
  const context = (): Promise<number> => detached(() => scan(projectId, count(most)))
  const counted = await totals.fetch(key, { context, forceRefresh })
  return counted?.total ?? few
}
