/** Limits how much work runs concurrently, and how much of it waits. */
export interface Semaphore {
  /** Runs `work` as soon as a permit is free, in the order of the calls; rejects with `SemaphoreFullError`. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** All permits are taken and the waiting queue is full. */
export class SemaphoreFullError extends Error {
  override name = 'SemaphoreFullError'
}

/** A semaphore of `permits` permits whose queue holds `maxWaiting` calls. */
export function createSemaphore({ permits, maxWaiting }: { permits: number; maxWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let free = permits
  return {
    async run(work) {
      if (free > 0) free -= 1
      else {
        if (waiting.length >= maxWaiting) throw new SemaphoreFullError(`${maxWaiting} calls wait already`)
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        // The permit goes to the next call directly, so that a call made in between cannot overtake it.
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
