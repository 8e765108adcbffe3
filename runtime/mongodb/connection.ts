import mongoose from 'mongoose'
import type { MongodbConfig } from '../config.js'
import { followClock } from './clock.js'

const RETRY_MS = 1_000

/**
 * Opens the MongoDB connection of this process in the background, with retries until it is established; after that the
 * driver reconnects by itself. Calls during an outage fail within three seconds. A majority of the replica set
 * acknowledges every write, because acknowledged requests must survive the loss of a primary.
 */
export function connectMongodb(config: MongodbConfig): void {
  mongoose.set('bufferCommands', false)
  mongoose.set('autoIndex', false)
  mongoose.set('autoCreate', false)
  attempts.abort()
  attempts = new AbortController()
  void connectWithRetries(config, attempts.signal)
}

/** Resolves once the connection is established. */
export async function mongodbConnected(): Promise<void> {
  if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) return
  await new Promise<void>((resolve) => mongoose.connection.once('connected', () => resolve()))
}

/** Closes the connection; running calls end or fail. */
export async function disconnectMongodb(): Promise<void> {
  attempts.abort()
  await mongoose.disconnect()
}

let attempts = new AbortController()

async function connectWithRetries(config: MongodbConfig, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await mongoose.connect(config.MONGODB_URI, {
        ...accessOf(config),
        serverSelectionTimeoutMS: 3_000,
        socketTimeoutMS: 30_000,
        maxPoolSize: 50,
        w: 'majority',
      })
      await followClock(mongoose.connection.getClient(), signal)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

function accessOf({ MONGODB_USERNAME: username, MONGODB_PASSWORD: password, MONGODB_TLS_CA: ca }: MongodbConfig) {
  return {
    ...(username !== undefined && password !== undefined ? { auth: { username, password } } : {}),
    ...(ca === undefined ? {} : { tls: true, ca }),
  }
}
