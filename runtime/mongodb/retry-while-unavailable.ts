import mongoose from 'mongoose'
import { setTimeout as delay } from 'node:timers/promises'
import { isMongodbUnavailable } from './unavailable.js'

const { mongo } = mongoose

// This is longer than the time-out of an activity, because a retry of the activity would have to wait for MongoDB too.
const TIMEOUT_MS = 600_000
const RETRY_MS = 500

/**
 * Runs `work` and repeats it while MongoDB is unavailable, for ten minutes at most. The caller has, for example, the
 * outcome of a submitted message to record.
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + TIMEOUT_MS; ; await delay(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isMongodbUnavailable(error) || isClosedByUs(error) || Date.now() > deadline) throw error
    }
  }
}

// After this process has closed its connection no retry can succeed.
function isClosedByUs(error: unknown): boolean {
  return error instanceof mongo.MongoClientClosedError || error instanceof mongo.MongoTopologyClosedError
}
