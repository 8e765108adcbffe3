import { createLimiter } from './limiter.js'

/** A mutex for each key. */
export interface KeyedMutex {
  /** Runs `work` once all earlier work of the same key has ended; work of other keys does not wait. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Serialises work by key within this process, so that transactions on the same document wait for each other here
 * instead of aborting each other in MongoDB.
 */
export function createKeyedMutex(): KeyedMutex {
  return { runExclusive: createLimiter({ concurrencyPerKey: 1 }) }
}
