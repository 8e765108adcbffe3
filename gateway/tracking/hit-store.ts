import { setTimeout as delay } from 'node:timers/promises'
import { digestOf, storeHits } from '../../commands/sending/emails/store-hits.js'
import type { HitRecord } from '../../models/hit.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { newId } from '../../runtime/ids.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { countDroppedHit } from '../../runtime/metrics/email.js'
import { createDropLog } from './drop-log.js'
import { ByteBudget, type ByteReservation } from '../memory/byte-budget.js'
import type { Hit } from './hit.js'
import { MOMENT_MS } from './due-emails.js'
import { limitByMinute } from './limit-by-minute.js'
import { retryUntil } from './retry-until.js'

/** Stores hits; keeps them in memory until MongoDB has them. */
export interface HitStore {
  /**
   * Resolves once the hit is stored, however long that takes. A hit beyond the limit of its message or of the memory is
   * dropped and counted by a metric.
   */
  store(hit: Hit): Promise<void>
  /** Resolves once all hits are stored, or after `withinMs`; the remaining hits are lost then. */
  close(withinMs: number): Promise<void>
}

/** What a hit store needs, and its limits. */
export interface HitStoreOptions {
  log: Logger
  /** Called with hits that are stored now. */
  onStored: (hits: readonly HitRecord[]) => void
  /** Stores each of the hits once, although it may be called again with the same ones; `storeHits` if omitted. */
  insert?: (hits: readonly HitRecord[]) => Promise<void>
  /** The most memory of all hits that wait. */
  maxBytes?: number
  /** How many hits of one message are stored in a minute. */
  maxHitsPerMinute?: number
}

interface Waiting {
  reservation: ByteReservation
  /** Resolves once the hit is stored, or will not be. */
  stored: Promise<void>
}

const MAX_BATCH = 500
const MAX_BYTES = 32 * 1024 * 1024
// What a waiting hit takes with Node.js 24, without its link.
const HIT_BYTES = 1_500
const LINK_CHAR_BYTES = 2
// No person and no scanner opens a message as often.
const MAX_HITS_PER_MINUTE = 10_000

/**
 * Creates a store of hits. The hits that come while others are inserted share the next insert, and those of one user
 * agent on one link within a moment share a record, by whose time they can still be judged. While MongoDB is away, an
 * insert is repeated until it succeeds. A project has at most as much of the memory as is free for others.
 */
export function createHitStore(options: HitStoreOptions): HitStore {
  const { log, onStored, insert = storeHits, maxBytes = MAX_BYTES } = options
  const isWithinLimit = limitByMinute(options.maxHitsPerMinute ?? MAX_HITS_PER_MINUTE)
  const closing = new AbortController()
  const memory = new ByteBudget(maxBytes)
  const drops = createDropLog(log)
  const waiting = new Map<HitRecord, Waiting>()
  // The records that no insert has taken yet, by what their hits have in common.
  const joinable = new Map<string, HitRecord>()
  const attempt = loggedOnce(log, insert)

  const insertInBatch = batchCalls<HitRecord, void>({
    keyOf: () => '',
    maxBatch: MAX_BATCH,
    concurrencyPerKey: 1,
    async run(records) {
      for (const record of records) joinable.delete(nameOf(record))
      await retryUntil(closing.signal, () => attempt(records))
      for (const record of records) {
        waiting.get(record)?.reservation.release()
        waiting.delete(record)
      }
      onStored(records)
      return []
    },
  })
  const enqueue = (hit: Hit): Promise<void> => {
    const { projectId } = hit
    const reservation = memory.reserve([ALL, { key: projectId, share: 1 }])
    const linkChars = hit.kind === 'clicked' ? hit.link.length : 0
    if (!reservation.tryToGrow(HIT_BYTES + LINK_CHAR_BYTES * linkChars)) {
      drops.add()
      return Promise.resolve()
    }
    const record = recordOf(hit)
    const entry: Waiting = { reservation, stored: Promise.resolve() }
    waiting.set(record, entry)
    joinable.set(nameOf(record), record)
    entry.stored = insertInBatch(record).catch(() => undefined)
    return entry.stored
  }

  return {
    async store(hit) {
      if (!isWithinLimit(`${hit.projectId}:${hit.emailId}`, hit.at)) return countDroppedHit('message')
      const record = joinable.get(nameOf(hit))
      if (!record) return enqueue(hit)
      record.count += 1
      return waiting.get(record)?.stored
    },
    async close(withinMs) {
      const all = Promise.all([...waiting.values()].map(({ stored }) => stored))
      await Promise.race([all, delay(withinMs, undefined, { ref: false })])
      closing.abort()
      drops.close()
      const lost = [...waiting.keys()].reduce((sum, { count }) => sum + count, 0)
      if (lost > 0) log.error({ lost }, 'opens and clicks could not be stored in time')
    },
  }
}

const ALL = { key: '', share: 1 }

/** Logs the first of several failures in a row. */
function loggedOnce<Items>(log: Logger, work: (items: Items) => Promise<void>): (items: Items) => Promise<void> {
  let isFailing = false
  return async (items) => {
    try {
      await work(items)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ error: loggableError(error) }, 'opens and clicks not stored yet')
      isFailing = true
      throw error
    }
  }
}

function recordOf(hit: Hit): HitRecord {
  return { _id: newId(), ...hit, ...(hit.kind === 'clicked' ? { linkDigest: digestOf(hit.link) } : {}), count: 1 }
}

function nameOf(hit: Pick<HitRecord, keyof Hit | 'link'>): string {
  const { emailId, link = '', agent, isMachine, isProbe } = hit
  const moment = Math.floor(hit.at.getTime() / MOMENT_MS)
  return [emailId, moment, agent, isMachine, isProbe, hit.kind, link].join(':')
}
