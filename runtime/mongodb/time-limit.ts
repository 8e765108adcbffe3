import mongoose from 'mongoose'

const MAX_TIME_EXPIRED = 50

/** Whether MongoDB ended a read because its `maxTimeMS` was over (error 50, MaxTimeMSExpired). */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED
}
