import { LRUCache } from 'lru-cache'
import { engagementKey } from '../../models/domain/email-facts.js'
import { takeRandomBytes } from '../../runtime/random-bytes.js'
import type { Hit, NumberedHit } from './hit.js'

/** Numbers a hit; null when its message has had the most hits of a minute. */
export type NumberHit = (hit: Hit) => NumberedHit | null

interface Numbering {
  source: string
  taken: number
  /** The next number by what names an event of the message. */
  next: Map<string, number>
}

const SOURCE_BYTES = 9
const MINUTE_MS = 60_000
// Some 10 MB. A message that is forgotten within its minute is numbered anew, as of another source.
const MAX_MESSAGES = 20_000

/** Numbers the hits of each message and minute, and ends what one bearer of a link may have recorded. */
export function createHitNumbers(maxPerMinute: number): NumberHit {
  const messages = new LRUCache<string, Numbering>({ max: MAX_MESSAGES })
  return (hit) => {
    const minute = Math.floor(hit.at.getTime() / MINUTE_MS)
    const name = `${hit.projectId}:${hit.emailId}:${minute}`
    const message = messages.get(name) ?? begin()
    if (message.taken >= maxPerMinute) return null
    messages.set(name, message)
    const key = engagementKey(hit)
    const number = message.next.get(key) ?? 0
    message.next.set(key, number + 1)
    message.taken += 1
    return { ...hit, source: message.source, number }
  }
}

function begin(): Numbering {
  return { source: takeRandomBytes(SOURCE_BYTES).toString('base64url'), taken: 0, next: new Map() }
}
