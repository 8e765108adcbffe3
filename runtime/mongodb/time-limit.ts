import mongoose from 'mongoose'
import { AppError } from '../../models/domain/errors.js'

/** How long a read may take that looks at every contact or event of a project. */
export const READ_LIMIT_MS = 15_000

const MAX_TIME_EXPIRED = 50

/** Whether a read with a `maxTimeMS` ended because its time was up. */
export function isTimeLimit(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === MAX_TIME_EXPIRED
}

/** The result of a read with a `maxTimeMS`. Throws SERVICE_UNAVAILABLE when its time was up. */
export async function withinTimeLimit<T>(read: PromiseLike<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!isTimeLimit(error)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Counting took too long: try again when there is less to do', {
      cause: error,
    })
  }
}
