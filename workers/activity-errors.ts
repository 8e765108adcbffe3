import { ApplicationFailure, CancelledFailure } from '@temporalio/common'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import { AppError } from '../models/domain/errors.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

/**
 * Translates the errors of activities for Temporal. An AppError fails without retry, with its code as the type. Any other
 * error is retried, and the history gets its name alone, because a driver's message may quote an address.
 */
export function createErrorInterceptor(log: Logger, activity: string): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      try {
        return await next(input)
      } catch (error) {
        throw explain(error, log.child({ activity }))
      }
    },
  }
}

function explain(error: unknown, log: Logger): unknown {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return error
  if (error instanceof AppError) {
    return ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true })
  }
  log.warn({ error: loggableError(error) }, 'activity failed, Temporal will try again')
  const kind = error instanceof Error ? error.name : 'Error'
  return ApplicationFailure.create({ message: kind, type: kind })
}
