import mongoose from 'mongoose'

const RETRY_MS = 1_000

/**
 * Opens the process's one MongoDB connection and keeps trying until it stands; after that the driver
 * reconnects by itself. Does not wait: calls made while MongoDB is away fail within three seconds.
 * Writes are acknowledged by a majority of the replica set, because what the API acknowledges must survive
 * the loss of a primary.
 */
export function connectMongodb(uri: string): void {
  mongoose.set('bufferCommands', false)
  mongoose.set('autoIndex', false)
  mongoose.set('autoCreate', false)
  attempts.abort()
  attempts = new AbortController()
  void keepTrying(uri, attempts.signal)
}

/** Resolves once the connection stands. */
export async function mongodbConnected(): Promise<void> {
  if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) return
  await new Promise<void>((resolve) => mongoose.connection.once('connected', () => resolve()))
}

/** Closes the connection; calls still running end first or fail. */
export async function disconnectMongodb(): Promise<void> {
  attempts.abort()
  await mongoose.disconnect()
}

let attempts = new AbortController()

async function keepTrying(uri: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await mongoose.connect(uri, {
        serverSelectionTimeoutMS: 3_000,
        socketTimeoutMS: 30_000,
        maxPoolSize: 50,
        w: 'majority',
      })
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
