import type { ThreadLimits } from '../../../runtime/threads/thread-pool.js'

/** One thread with time for everything, so that a test stops it by what the test is about. */
export const LIMITS: ThreadLimits = {
  threads: 1,
  startMs: 60_000,
  taskMs: 60_000,
  idleMs: 60_000,
  memoryMb: 64,
  waitingOfKey: 10,
  waiting: 10,
}
