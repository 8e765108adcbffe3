import mongoose from 'mongoose'

const MAX_TIME_EXPIRED = 50

/** Whether MongoDB aborted a read that exceeded its `maxTimeMS` (error 50, MaxTimeMSExpired). */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED
}
