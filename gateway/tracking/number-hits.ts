import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { engagementKey } from '../../models/domain/email-facts.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'
import type { Hit, NumberedHit } from './hit.js'

/** The numbers of the hits of each message and minute. */
export interface HitNumbers {
  /** Numbers a hit; null when its message has had the most hits of a minute. */
  number(hit: Hit): NumberedHit | null
  /** Frees the memory of messages whose minute is over. */
  purge(): void
}

interface Numbering {
  source: string
  taken: number
  /** The next number by the digest of what names an event of the message. */
  next: Map<string, number>
}

const RANDOM_BYTES = 9
const MINUTE_MS = 60_000
// What a message and an event of it take at most, as measured with Node.js 20.
const MESSAGE_BYTES = 800
const EVENT_BYTES = 128
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Numbers the hits of each message and minute, and ends what one bearer of a link may have recorded. A message that is
 * forgotten within its minute, for want of `maxBytes`, is numbered anew, as of another source: no number is given twice.
 */
export function createHitNumbers(
  maxPerMinute: number,
  { maxBytes = MAX_BYTES, keptMs = 2 * MINUTE_MS }: { maxBytes?: number; keptMs?: number } = {},
): HitNumbers {
  const messages = new LRUCache<string, Numbering>({
    maxSize: maxBytes,
    sizeCalculation: ({ next }) => MESSAGE_BYTES + next.size * EVENT_BYTES,
    ttl: keptMs,
    noUpdateTTL: true,
  })
  return {
    number(hit) {
      const minute = Math.floor(hit.at.getTime() / MINUTE_MS)
      const name = `${hit.projectId}:${hit.emailId}:${minute}`
      const message = messages.get(name) ?? begin()
      if (message.taken >= maxPerMinute) return null
      const event = digestOf(engagementKey(hit))
      const number = message.next.get(event) ?? 0
      message.next.set(event, number + 1)
      // The cache measures an entry again only when its value is another object.
      messages.set(name, { ...message, taken: message.taken + 1 })
      return { ...hit, source: message.source, number }
    },
    purge() {
      messages.purgeStale()
    },
  }
}

function begin(): Numbering {
  return { source: takeRandomBytes(RANDOM_BYTES).toString('base64url'), taken: 0, next: new Map() }
}

// A key holds a link of up to 4 KB. Two links with the same digest would share one row of numbers, each given once.
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest().subarray(0, RANDOM_BYTES).toString('base64url')
}
