import { AppError } from '../../../models/domain/errors.js'
import { isContention } from '../../../runtime/mongodb/contention.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'

/**
 * Turns any error into one that is safe to show: an AppError stays, an outage is named, all others become generic. What the
 * retries of a transaction gave up is no outage, because the servers are there.
 */
export function explainError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isMongodbUnavailable(error) && !isContention(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The service is unavailable for a moment: try again', { cause: error })
  }
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', { cause: error })
}
