import mongoose from 'mongoose'
import { setTimeout as delay } from 'node:timers/promises'
import { isMongodbUnavailable } from './unavailable.js'

const { mongo } = mongoose

// Longer than an activity has: it goes on all the same, and whoever comes after it needs MongoDB as well.
const PATIENCE_MS = 600_000
const RETRY_MS = 500

/** Reads or writes something for messages that are in hand, though MongoDB be away for ten minutes. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isMongodbUnavailable(error) || isOurs(error) || Date.now() > deadline) throw error
    }
  }
}

// This process has ended its connection.
function isOurs(error: unknown): boolean {
  return error instanceof mongo.MongoClientClosedError || error instanceof mongo.MongoTopologyClosedError
}
