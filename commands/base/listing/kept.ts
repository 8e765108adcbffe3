import { LRUCache } from 'lru-cache'
import { detached } from '../../../runtime/tracing/tracing.js'

const FRESH_MS = 10_000
const LONGEST_KEPT_MS = 60_000
const MAX_KEPT = 1_000

interface Dated<Value> {
  value: Value
  at: number
}

/**
 * Keeps what takes long to compute, by a key, in this process. A value is at most a minute old: one that is asked for
 * often is computed again in the background, and its readers get the previous one meanwhile.
 */
export function createKept<Value>(): (key: string, compute: () => Promise<Value>) => Promise<Value> {
  const kept = new LRUCache<string, Dated<Value>, () => Promise<Value>>({
    max: MAX_KEPT,
    ttl: FRESH_MS,
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // An older value is better than none while too many scans are under way.
    allowStaleOnFetchRejection: true,
    fetchMethod: async (_key, _stale, { context: compute }) => ({ value: await compute(), at: Date.now() }),
  })
  return async (key, compute) => {
    const before = kept.peek(key)
    const forceRefresh = before !== undefined && before.at < Date.now() - LONGEST_KEPT_MS
    // Several requests may wait for one value: its computation goes on when the first of them has lost its client.
    const context = (): Promise<Value> => detached(compute)
    const { value } = await kept.forceFetch(key, { context, forceRefresh })
    return value
  }
}
