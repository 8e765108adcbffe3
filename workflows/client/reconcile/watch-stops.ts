import { takeOverStops, type ReconcileDeps } from './reconcile.js'

const EVERY_MS = 15_000
// Far enough back that an outage of this process or of Temporal for a few minutes misses nothing.
const LOOK_BACK_SECONDS = 600

/** A watch that goes on until it is stopped. */
export interface StopWatch {
  stop(): Promise<void>
}

/**
 * Looks every 15 seconds for durable executions that an operator cancelled or terminated in Temporal, and takes that
 * over: a terminated one has no chance to say so itself.
 */
export function watchStops(deps: ReconcileDeps, onFailure: (error: unknown) => void): StopWatch {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    try {
      await takeOverStops(deps, LOOK_BACK_SECONDS)
    } catch (error) {
      onFailure(error)
    }
  }
  const schedule = (): void => {
    timer = setTimeout(() => {
      running = look().finally(() => {
        if (!isStopped) schedule()
      })
    }, EVERY_MS)
  }
  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
