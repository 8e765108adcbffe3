import { attach } from '../tracing/tracing.js'
import { createBatcher } from './batcher.js'

/** Runs work of a key as soon as the limit allows, and returns its result. */
export type Limiter = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Queued {
  key: string
  start: () => Promise<void>
}

/** How much work may be concurrent: in all, a function for a number that changes; and of each key. */
interface Limits {
  concurrency?: number | (() => number)
  concurrencyPerKey?: number
}

/**
 * Limits how much work is concurrent, in all and for each key. Keys with waiting work are served round robin, so that a
 * key with much work does not delay the others.
 */
export function createLimiter({ concurrency = Infinity, concurrencyPerKey = Infinity }: Limits): Limiter {
  const batcher = createBatcher<Queued>({
    keyOf: ({ key }) => key,
    maxBatch: 1,
    // The batcher reads the number before each run.
    get concurrency() {
      return typeof concurrency === 'number' ? concurrency : concurrency()
    },
    concurrencyPerKey,
    async run(batch) {
      for (const { start } of batch) await start()
    },
  })
  return (key, work) => {
    const attached = attach(work)
    return new Promise((resolve, reject) => {
      batcher.enqueue({ key, start: () => attached().then(resolve, reject) })
    })
  }
}
