import mongoose from 'mongoose'

const { mongo } = mongoose

const UNAVAILABLE_CLASSES = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoOperationTimeoutError,
  mongoose.Error.MongooseServerSelectionError,
]

// The driver's labels for errors of elections, lost primaries and broken transactions.
const UNAVAILABLE_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult']

// MongoDB's error codes for: not primary, shutting down, stepped down, recovering, and a write that a majority did not
// acknowledge in time.
const UNAVAILABLE_CODES = new Set([64, 91, 100, 189, 10_107, 11_600, 11_602, 13_435, 13_436])

// Mongoose reports a missing connection only by the message.
const UNAVAILABLE_MESSAGE = /before initial connection is complete|buffering timed out|force closed|not connected/

/** Whether an error says that MongoDB cannot be reached, or cannot accept writes for now. */
export function isMongodbUnavailable(error: unknown): boolean {
  if (UNAVAILABLE_CLASSES.some((type) => error instanceof type)) return true
  // The error of a bulk write that could not be sent contains the reason.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error) {
    return isMongodbUnavailable(error.errorResponse)
  }
  if (error instanceof mongo.MongoError) {
    return UNAVAILABLE_LABELS.some((label) => error.hasErrorLabel(label)) || UNAVAILABLE_CODES.has(Number(error.code))
  }
  return error instanceof mongoose.Error && UNAVAILABLE_MESSAGE.test(error.message)
}
