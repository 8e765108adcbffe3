import mongoose from 'mongoose'

// BSONObjectTooLarge, and an update whose document would be too large: before and after its operators were applied.
const CODES = new Set([10_334, 17_419, 17_420])

/** Whether a write failed because a document would outgrow the 16 MiB that MongoDB stores. */
export function isDocumentTooLarge(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && CODES.has(Number(error.code))
}
