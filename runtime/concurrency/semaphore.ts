/** Work of the class `first` goes before work of the class `usual`, except that every fourth permit goes to `usual`. */
export type WorkClass = 'first' | 'usual'

/** Limits how much work runs concurrently, and how much of it waits. */
export interface Semaphore {
  /**
   * Runs `work` as soon as a permit is free, in the order of the calls of its class. Rejects with `SemaphoreFullError`
   * if too many calls of its class wait.
   */
  run<T>(work: () => Promise<T>, workClass?: WorkClass): Promise<T>
}

/** All permits are taken and the waiting queue is full. */
export class SemaphoreFullError extends Error {
  override name = 'SemaphoreFullError'
}

// The limit lets `usual` work go on slowly under a flood of `first` work.
const FIRST_IN_A_ROW = 3

/** Creates a semaphore of `permits` permits; `maxWaiting` is the number of calls of each class that may wait. */
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
        // The permit passes directly to the next waiting call, so that a new call cannot overtake it.
        const resume = next()
        if (resume) resume()
        else free += 1
      }
    },
  }
}
