import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 500

/** Repeats `work` until it succeeds. Throws the error of the last attempt once `signal` has aborted. */
export async function retryUntil<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) throw error
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
