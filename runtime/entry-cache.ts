import { LRUCache } from 'lru-cache'

/**
 * A cache of up to `maxEntries` entries by string, which forgets the least recently used entry first. It limits by
 * `maxSize`, because with `max` lru-cache would reserve memory for all entries beforehand: 44 bytes for each.
 */
export function createEntryCache<Value extends object | boolean>(limits: {
  maxEntries: number
  /** How long an entry stays after it was set; without limit if omitted. */
  ttlMs?: number
}): LRUCache<string, Value> {
  const { maxEntries, ttlMs: ttl = 0 } = limits
  return new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1, ttl })
}
