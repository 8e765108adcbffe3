import { repeat, type Repeated } from '../../runtime/concurrency/repeat.js'
import { takeOverStops, type ReconcileDeps } from './reconcile.js'

const EVERY_MS = 15_000
// Covers an outage of this process or of Temporal for some minutes.
const LOOK_BACK_SECONDS = 600

/**
 * Polls every 15 seconds for Temporal workflows that an operator cancelled or terminated, and ends their work in MongoDB:
 * a terminated workflow cannot do so itself.
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
