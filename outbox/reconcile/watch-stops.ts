import { repeat, type Repeated } from '../../runtime/concurrency/repeat.js'
import { takeOverStops, type ReconcileDeps } from './reconcile.js'

const EVERY_MS = 15_000
// Far enough back that an outage of this process or of Temporal for a few minutes misses nothing.
const LOOK_BACK_SECONDS = 600

/**
 * Looks every 15 seconds for durable executions that an operator cancelled or terminated in Temporal, and takes that
 * over: a terminated one has no chance to say so itself.
 */
export function watchStops(deps: ReconcileDeps, onFailure: (error: unknown) => void): Repeated {
  return repeat(EVERY_MS, async () => {
    try {
      await takeOverStops(deps, LOOK_BACK_SECONDS)
    } catch (error) {
      onFailure(error)
    }
  })
}
