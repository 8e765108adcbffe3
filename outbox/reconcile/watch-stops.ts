import { LRUCache } from 'lru-cache'
import { holdWork, releaseWork } from '../../commands/base/installation/hold-work.js'
import { repeat, type Repeated } from '../../runtime/concurrency/repeat.js'
import { newId } from '../../runtime/ids.js'
import { takeOverStops, type ReconcileDeps } from './reconcile.js'

// Another process takes over after two missing polls.
const TIMES = { everyMs: 10_000, heldMs: 20_000 }
const WORK = 'stops'
// Covers an outage of all workers or of Temporal for some minutes.
const LOOK_BACK_SECONDS = 600
// Every poll finds a stopped delivery of a batch again until it is older than the look-back: cache its input.
const MAX_INPUTS = 1_000

/**
 * Polls every ten seconds for Temporal workflows that an operator cancelled or terminated, and ends their work in
 * MongoDB: a terminated workflow cannot do so itself. One process at a time asks Temporal, and another takes over
 * within thirty seconds when that one is gone.
 */
export function watchStops(
  { temporal }: ReconcileDeps,
  onFailure: (error: unknown) => void,
  { everyMs, heldMs } = TIMES,
): Repeated {
  const deps = { temporal: withCachedInputs(temporal) }
  const me = newId()
  const polls = repeat(everyMs, async () => {
    try {
      if (await holdWork(WORK, me, heldMs)) await takeOverStops(deps, LOOK_BACK_SECONDS)
    } catch (error) {
      onFailure(error)
    }
  })
  return {
    async stop() {
      await polls.stop()
      await releaseWork(WORK, me).catch(onFailure)
    },
  }
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
