import mongoose from 'mongoose'
import { setTimeout as delay } from 'node:timers/promises'
import { isMongodbUnavailable } from './unavailable.js'

const { mongo } = mongoose

// Longer than the time-out of an activity: the retry of that activity would wait for MongoDB as well.
const TIMEOUT_MS = 600_000
const RETRY_MS = 500

/**
 * Runs `work` and repeats it while MongoDB is unavailable, for ten minutes at most: a message that is on its way to the
 * provider has an outcome to record.
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

// This process has closed its connection, so that no retry can succeed.
function isClosedByUs(error: unknown): boolean {
  return error instanceof mongo.MongoClientClosedError || error instanceof mongo.MongoTopologyClosedError
}
