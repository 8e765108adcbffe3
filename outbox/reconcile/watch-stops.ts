import { LRUCache } from 'lru-cache'
import { repeat, type Repeated } from '../../runtime/concurrency/repeat.js'
import { takeOverStops, type ReconcileDeps } from './reconcile.js'

const EVERY_MS = 15_000
// Covers an outage of this process or of Temporal for some minutes.
const LOOK_BACK_SECONDS = 600
// Every poll finds a stopped delivery of a batch again until it is older than the look-back: cache its input.
const MAX_INPUTS = 1_000

/**
 * Polls every 15 seconds for Temporal workflows that an operator cancelled or terminated, and ends their work in
 * MongoDB: a terminated workflow cannot do so itself.
 */
export function watchStops({ temporal }: ReconcileDeps, onFailure: (error: unknown) => void): Repeated {
  const deps = { temporal: withCachedInputs(temporal) }
  return repeat(EVERY_MS, async () => {
    try {
      await takeOverStops(deps, LOOK_BACK_SECONDS)
    } catch (error) {
      onFailure(error)
    }
  })
}

function withCachedInputs(temporal: ReconcileDeps['temporal']): ReconcileDeps['temporal'] {
  const inputs = new LRUCache<string, object>({ max: MAX_INPUTS })
  return {
    stateOf: (id) => temporal.stateOf(id),
    runningAmong: (ids) => temporal.runningAmong(ids),
    stoppedWithin: (seconds) => temporal.stoppedWithin(seconds),
    async inputOf(id) {
      const input = inputs.get(id) ?? (await temporal.inputOf(id))
      if (input) inputs.set(id, input)
      return input
    },
  }
}
