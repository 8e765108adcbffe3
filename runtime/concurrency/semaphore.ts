/** Work of the class `first` does not wait for work of the class `usual`, but for every fourth one. */
export type WorkClass = 'first' | 'usual'

/** Limits how much work runs concurrently, and how much of it waits. */
export interface Semaphore {
  /**
   * Runs `work` as soon as a permit is free, in the order of the calls of its class; rejects with `SemaphoreFullError`
   * where too many calls of its class wait.
   */
  run<T>(work: () => Promise<T>, workClass?: WorkClass): Promise<T>
}

/** All permits are taken and the waiting queue is full. */
export class SemaphoreFullError extends Error {
  override name = 'SemaphoreFullError'
}

// So that the usual work goes on, slowly, under a flood of the other.
const FIRST_IN_A_ROW = 3

/** A semaphore of `permits` permits; `maxWaiting` says how many calls of each class may wait. */
export function createSemaphore({
  permits,
  maxWaiting,
}: {
  permits: number
  maxWaiting: Record<WorkClass, number>
}): Semaphore {
  const waiting: Record<WorkClass, (() => void)[]> = { first: [], usual: [] }
  let free = permits
  let inARow = 0
  const next = (): (() => void) | undefined => {
    const isFirst = waiting.first.length > 0 && (inARow < FIRST_IN_A_ROW || waiting.usual.length === 0)
    inARow = isFirst ? inARow + 1 : 0
    return waiting[isFirst ? 'first' : 'usual'].shift()
  }
  return {
    async run(work, workClass = 'usual') {
      if (free > 0) free -= 1
      else {
        const queue = waiting[workClass]
        if (queue.length >= maxWaiting[workClass]) throw new SemaphoreFullError(`${queue.length} calls wait already`)
        await new Promise<void>((resolve) => queue.push(resolve))
      }
      try {
        return await work()
      } finally {
        // The permit goes to the next call directly, so that a call made in between cannot overtake it.
        const resume = next()
        if (resume) resume()
        else free += 1
      }
    },
  }
}
