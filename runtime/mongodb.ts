import mongoose from 'mongoose'

/**
 * Opens the process's one MongoDB connection. Writes are acknowledged by a majority of the replica set,
 * because what the API acknowledges must survive the loss of a primary.
 * Does not wait for the server: calls made while it is away fail within `serverSelectionTimeoutMS`.
 */
export function connectMongodb(uri: string): void {
  mongoose.set('bufferCommands', false)
  mongoose.set('autoIndex', false)
  mongoose.set('autoCreate', false)
  void mongoose
    .connect(uri, {
      serverSelectionTimeoutMS: 3_000,
      socketTimeoutMS: 30_000,
      maxPoolSize: 50,
      writeConcern: { w: 'majority' },
      retryWrites: true,
    })
    .catch(() => undefined)
}

/** Closes the connection; calls still running end first or fail. */
export async function disconnectMongodb(): Promise<void> {
  await mongoose.disconnect()
}
