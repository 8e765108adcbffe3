import { LRUCache } from 'lru-cache'

/**
 * A cache of up to `maxEntries` entries by string, which forgets the least recently used first. Without `max`,
 * lru-cache reserves no memory for entries that are yet to come: 44 bytes each, 4.4 MB for 100,000.
 */
export function createEntryCache<Value extends object | boolean>(limits: {
  maxEntries: number
  /** How long an entry stands after it was set; for good by default. */
  ttlMs?: number
}): LRUCache<string, Value> {
  const { maxEntries, ttlMs: ttl = 0 } = limits
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1, ttl })
}
