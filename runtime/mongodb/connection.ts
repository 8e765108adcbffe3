import mongoose from 'mongoose'
import type { MongodbConfig } from '../config.js'
import { watchPool } from '../metrics/mongodb-pool.js'
import { followClock } from './clock.js'
import { connectFault, isRouter, serverFault, type ConnectionFault } from './connection-fault.js'
import { setProjectsApart } from './shard-of.js'

const RETRY_MS = 1_000
const MAX_POOL_SIZE = 50

/**
 * Opens the MongoDB connection of this process in the background, with retries until it is established; after that the
 * driver reconnects by itself. Calls during an outage fail within three seconds. A majority of the replica set
 * acknowledges every write, because acknowledged requests must survive the loss of a primary.
 *
 * `onFault` is called for every failed attempt, and for a server that cannot hold the data before a command reaches it.
 */
export function connectMongodb(
  config: MongodbConfig,
  onFault: (fault: ConnectionFault) => void = () => {},
  maxPoolSize = MAX_POOL_SIZE,
): void {
  mongoose.set('bufferCommands', false)
  mongoose.set('autoIndex', false)
  mongoose.set('autoCreate', false)
  attempts.abort()
  attempts = new AbortController()
  void connectWithRetries({ ...config, maxPoolSize }, onFault, attempts.signal)
}

/** Resolves once the connection is established. */
export async function mongodbConnected(): Promise<void> {
  if (mongoose.connection.readyState === mongoose.ConnectionStates.connected) return
  await new Promise<void>((resolve) => mongoose.connection.once('connected', () => resolve()))
}

/** How many connections to MongoDB this process opens at most. */
export function poolSize(): number {
  return mongoose.connection.getClient().options.maxPoolSize
}

/** Closes the connection; running calls and a running attempt to connect end or fail. */
export async function disconnectMongodb(): Promise<void> {
  attempts.abort()
  // Mongoose waits for the attempt to end, which has no limit of time: a server may answer `hello` and nothing else.
  if (mongoose.connection.readyState === mongoose.ConnectionStates.connecting) {
    await (mongoose.connection.getClient() as mongoose.mongo.MongoClient | null)?.close()
  }
  await mongoose.disconnect()
}

let attempts = new AbortController()

async function connectWithRetries(
  { maxPoolSize, ...config }: MongodbConfig & { maxPoolSize: number },
  onFault: (fault: ConnectionFault) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell = (fault: ConnectionFault): void => {
    if (!signal.aborted) onFault(fault)
  }
  while (!signal.aborted) {
    try {
      const connecting = mongoose.connect(config.MONGODB_URI, {
        ...accessOf(config),
        serverSelectionTimeoutMS: 3_000,
        socketTimeoutMS: 30_000,
        maxPoolSize,
        w: 'majority',
      })
      watchServers(tell)
      // The client has no connection yet.
      const client = mongoose.connection.getClient() as mongoose.mongo.MongoClient | null
      if (client) watchPool(client)
      await connecting
      await followClock(mongoose.connection.getClient(), signal)
      return
    } catch (error) {
      tell(connectFault(error))
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Checks every server by its answer to `hello`, which comes before any other command. */
function watchServers(tell: (fault: ConnectionFault) => void): void {
  // At this point Mongoose has created the client, unless it cannot parse the URI.
  const client = mongoose.connection.getClient() as mongoose.mongo.MongoClient | undefined
  client?.on('serverHeartbeatSucceeded', ({ reply }) => {
    if (isRouter(reply)) setProjectsApart(true)
    const fault = serverFault(reply)
    if (fault) tell(fault)
  })
  client?.on('serverHeartbeatFailed', ({ failure }) => tell(connectFault(failure)))
}

/** The driver's options for the user and the encryption, from the settings beside the URI. */
export function accessOf({
  MONGODB_USERNAME: username,
  MONGODB_PASSWORD: password,
  MONGODB_TLS_CA: ca,
}: Omit<MongodbConfig, 'MONGODB_URI'>) {
  return {
    ...(username !== undefined && password !== undefined ? { auth: { username, password } } : {}),
    ...(ca === undefined ? {} : { tls: true, ca }),
  }
}
