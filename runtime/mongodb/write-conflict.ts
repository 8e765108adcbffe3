import mongoose from 'mongoose'

const WRITE_CONFLICT = 112

/** Whether another transaction holds a document that a write wanted (error 112, WriteConflict): MongoDB itself is there. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoError && error.code === WRITE_CONFLICT
}
