import { AppError } from '../../../models/domain/errors.js'
import { isMongodbUnavailable } from '../../../runtime/mongodb/unavailable.js'

/** Turns any error into one that is safe to show: an AppError stays, an outage is named, all others become generic. */
export function explainError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isMongodbUnavailable(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'The service is unavailable for a moment: try again', { cause: error })
  }
  return new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side', { cause: error })
}
