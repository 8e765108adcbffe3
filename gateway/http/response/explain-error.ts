import { AppError } from '../../../models/domain/errors.js'
import { isContention } from '../../../runtime/mongodb/contention.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'
import { lacksThread } from '../../../runtime/threads/thread-pool.js'

/**
 * Turns any error into one that is safe to show: an AppError stays, an outage and a lack of threads are named, every
 * other error becomes generic. A transaction that was retried in vain is not an outage, because the servers answer.
 */
export function explainError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isMongodbUnavailable(error) && !isContention(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Try again', { cause: error })
  }
  if (lacksThread(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The service is busy. Try again in a moment', {
      cause: error,
    })
  }
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', { cause: error })
}
