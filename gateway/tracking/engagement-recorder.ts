import { withinTime } from '../../runtime/concurrency/within-time.js'
import type { Hit } from './hit.js'
import { createHitCounter, type HitCounterOptions } from './hit-counter.js'
import { createHitStore, type HitStoreOptions } from './hit-store.js'

/** Stores opens and clicks before their requests are answered, and counts them afterwards. */
export interface EngagementRecorder {
  /** Resolves once the hit is stored, or after 50 ms. A hit that is not stored by then waits in memory. */
  record(hit: Hit): Promise<void>
  /** Resolves once all hits are stored, or after `closeWithinMs`. Another gateway counts the hits that are left. */
  close(): Promise<void>
}

const ANSWER_WITHIN_MS = 50
const CLOSE_WITHIN_MS = 4_000

/** Creates the recorder of a gateway's opens and clicks. */
export function createEngagementRecorder({
  closeWithinMs = CLOSE_WITHIN_MS,
  ...options
}: HitCounterOptions & Omit<HitStoreOptions, 'onStored'> & { closeWithinMs?: number }): EngagementRecorder {
  const counter = createHitCounter(options)
  const store = createHitStore({ ...options, onStored: (hits) => counter.add(hits) })
  return {
    async record(hit) {
      await withinTime(store.store(hit), ANSWER_WITHIN_MS, 'MongoDB has not stored a hit yet').catch(() => undefined)
    },
    async close() {
      await Promise.all([store.close(closeWithinMs), counter.close(closeWithinMs)])
    },
  }
}
