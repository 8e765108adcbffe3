import mongoose from 'mongoose'

// MongoDB's error codes: LockTimeout, also for a ticket, after 5 ms in a transaction; WriteConflict;
// SnapshotUnavailable; and NoSuchTransaction, of one that the server has aborted.
const CODES = new Set([24, 112, 246, 251])

/**
 * Whether MongoDB gave up a transaction for what others do at the same moment: the server itself is there, and another
 * try may succeed.
 */
export function isContention(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && CODES.has(Number(error.code))
}
