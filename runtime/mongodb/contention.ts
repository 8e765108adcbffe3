import mongoose from 'mongoose'

// MongoDB's error codes: 24 LockTimeout, after 5 ms in a transaction, also for a ticket; 112 WriteConflict; 246
// SnapshotUnavailable; 251 NoSuchTransaction, after the server has aborted the transaction.
const CODES = new Set([24, 112, 246, 251])

/**
 * Whether MongoDB aborted a transaction because of concurrent work. The server itself is available, and another attempt
 * may succeed.
 */
export function isContention(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && CODES.has(Number(error.code))
}
