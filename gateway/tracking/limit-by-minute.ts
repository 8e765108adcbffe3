import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000
// Some 20 MB. A key that is dropped within its minute starts again.
const MAX_KEYS = 100_000

/** Returns a function that counts a call under a key, and tells whether the key is within its limit of a minute. */
export function limitByMinute(maxPerMinute: number): (key: string, at: Date) => boolean {
  const counts = new LRUCache<string, number>({ max: MAX_KEYS })
  return (key, at) => {
    const name = `${Math.floor(at.getTime() / MINUTE_MS)}:${key}`
    const count = counts.get(name) ?? 0
    if (count >= maxPerMinute) return false
    counts.set(name, count + 1)
    return true
  }
}
