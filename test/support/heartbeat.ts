import mongoose from 'mongoose'

const HOUR_MS = 3_600_000

/**
 * Runs `work` as after a pause of the process: the last heartbeat of MongoDB that the driver reported is an hour ago,
 * so that Mongoose takes the connection for stale.
 */
export async function afterPause<T>(work: () => Promise<T>): Promise<T> {
  const { now } = Date
  // Mongoose keeps the class of dates that it found at its start.
  Date.now = () => now() - HOUR_MS
  heartbeat()
  Date.now = now
  try {
    return await work()
  } finally {
    heartbeat()
  }
}

function heartbeat(): void {
  const reply = { setName: 'rs0', maxWireVersion: 17 }
  mongoose.connection.getClient().emit('serverHeartbeatSucceeded', { reply } as never)
}
