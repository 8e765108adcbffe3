import { AppError } from '../models/domain/errors.js'
import { isTimeLimit } from '../runtime/mongodb/time-limit.js'

/** The `maxTimeMS` of a read over every contact or event of a project. */
export const READ_LIMIT_MS = 15_000

/** The result of a read with a `maxTimeMS`. Throws SERVICE_UNAVAILABLE when the read exceeded its time. */
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
