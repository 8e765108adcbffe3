import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common'
import type { Context } from '@temporalio/activity'
import type { ActivityInboundCallsInterceptor } from '@temporalio/worker'
import { AppError } from '../models/domain/errors.js'
import { idsOfInput } from '../runtime/log-ids.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

type Info = Context['info']
type Fields = Record<string, unknown>

/**
 * Logs the end of each activity with its ids, and translates its error for Temporal. An AppError fails the activity
 * without a retry, with its code as the type. After any other error Temporal retries; the history gets only the name of
 * the error, because a driver's message may quote an address.
 */
export function interceptActivity(log: Logger, info: Info): ActivityInboundCallsInterceptor {
  return {
    async execute(input, next) {
      const startedAt = performance.now()
      const fields = () => ({
        ...fieldsOf(info, input.args[0]),
        durationMs: Math.round(performance.now() - startedAt),
      })
      try {
        const result = await next(input)
        log.info(fields(), 'activity completed')
        return result
      } catch (error) {
        throw explain(error, log, fields())
      }
    },
  }
}

/** The fields of a log line about an activity: ids from its input, and nothing else of the input. */
function fieldsOf({ activityType, taskQueue, attempt, workflowType, workflowExecution }: Info, input: unknown): Fields {
  return {
    ...idsOfInput(input),
    ...workflowExecution,
    ...(workflowType === undefined ? {} : { workflowType }),
    activity: activityType,
    queue: taskQueue,
    attempt,
  }
}

function explain(error: unknown, log: Logger, fields: Fields): unknown {
  if (error instanceof CancelledFailure) {
    log.info(fields, 'activity cancelled')
    return error
  }
  if (error instanceof ApplicationFailure) {
    // After an expected failure, such as a deferral, Temporal tries again, or the failure is the outcome of a step.
    const isExpected = error.category === ApplicationFailureCategory.BENIGN
    log[isExpected ? 'info' : 'warn']({ ...fields, code: error.type }, 'activity failed')
    return error
  }
  if (error instanceof AppError) {
    log.warn({ ...fields, code: error.code }, 'activity failed')
    return ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true })
  }
  log.warn({ ...fields, error: loggableError(error) }, 'activity failed, Temporal will try again')
  const kind = error instanceof Error ? error.name : 'Error'
  return ApplicationFailure.create({ message: kind, type: kind })
}
