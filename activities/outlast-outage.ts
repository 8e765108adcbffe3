import { setTimeout as delay } from 'node:timers/promises'
import { isMongodbAway } from '../models/mongodb-away.js'

// Longer than an activity has: it goes on all the same, and whoever comes after it needs MongoDB as well.
const PATIENCE_MS = 600_000
const RETRY_MS = 500

/** Reads or writes something for messages that are in hand, though MongoDB be away for ten minutes. */
export async function outlastOutage<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isMongodbAway(error) || Date.now() > deadline) throw error
    }
  }
}
