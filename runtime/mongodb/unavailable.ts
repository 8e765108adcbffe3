import mongoose from 'mongoose'

const { mongo } = mongoose

const AWAY_CLASSES = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoClientClosedError,
  mongo.MongoOperationTimeoutError,
  mongoose.Error.MongooseServerSelectionError,
]

// What the driver puts on errors of elections, lost primaries and broken transactions.
const AWAY_LABELS = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult']

// Not primary, shutting down, stepped down, recovering, and a majority that did not answer in time.
const AWAY_CODES = new Set([64, 91, 100, 189, 10_107, 11_600, 11_602, 13_435, 13_436])

// Mongoose tells a missing connection by its message alone.
const AWAY_MESSAGE = /before initial connection is complete|buffering timed out|force closed|not connected/

/** Whether an error says that MongoDB cannot be reached or cannot take writes for now. */
export function isMongodbUnavailable(error: unknown): boolean {
  if (AWAY_CLASSES.some((away) => error instanceof away)) return true
  // A bulk write that could not be sent wraps the reason.
  if (error instanceof mongo.MongoBulkWriteError && error.errorResponse instanceof Error) {
    return isMongodbUnavailable(error.errorResponse)
  }
  if (error instanceof mongo.MongoError) {
    return AWAY_LABELS.some((label) => error.hasErrorLabel(label)) || AWAY_CODES.has(Number(error.code))
  }
  return error instanceof mongoose.Error && AWAY_MESSAGE.test(error.message)
}
