import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { engagementKey } from '../../models/domain/email-facts.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'
import type { Hit, NumberedHit } from './hit.js'

/** The numbers of the hits of each message and minute. */
export interface HitNumbers {
  /** Numbers a hit; null if its message has reached the limit of a minute. */
  number(hit: Hit): NumberedHit | null
  /** Frees the memory of messages whose minute is over. */
  purge(): void
}

interface Numbering {
  source: string
  count: number
  /** The next number of each event of the message, by the digest of the event's key. */
  next: Map<string, number>
}

const RANDOM_BYTES = 9
const MINUTE_MS = 60_000
// The most memory that a message and one of its events take, as measured with Node.js 20.
const MESSAGE_BYTES = 800
const EVENT_BYTES = 128
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Numbers the hits of each message and minute, and limits the hits that one holder of a link can have recorded. A
 * message that is dropped within its minute, because of `maxBytes`, starts again with another source, so that no number
 * is given twice.
 */
export function createHitNumbers(
  maxPerMinute: number,
  { maxBytes = MAX_BYTES, ttlMs = 2 * MINUTE_MS }: { maxBytes?: number; ttlMs?: number } = {},
): HitNumbers {
  const messages = new LRUCache<string, Numbering>({
    maxSize: maxBytes,
    sizeCalculation: ({ next }) => MESSAGE_BYTES + next.size * EVENT_BYTES,
    ttl: ttlMs,
    noUpdateTTL: true,
  })
  return {
    number(hit) {
      const minute = Math.floor(hit.at.getTime() / MINUTE_MS)
      const name = `${hit.projectId}:${hit.emailId}:${minute}`
      const message = messages.get(name) ?? begin()
      if (message.count >= maxPerMinute) return null
      const event = digestOf(engagementKey(hit))
      const number = message.next.get(event) ?? 0
      message.next.set(event, number + 1)
      // The cache measures an entry again only when its value is another object.
      messages.set(name, { ...message, count: message.count + 1 })
      return { ...hit, source: message.source, number }
    },
    purge() {
      messages.purgeStale()
    },
  }
}

function begin(): Numbering {
  return { source: takeRandomBytes(RANDOM_BYTES).toString('base64url'), count: 0, next: new Map() }
}

// A key contains a link of up to 4 KB. Two links with the same digest would share one sequence of numbers, which is
// harmless.
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, RANDOM_BYTES).toString('base64url')
}
