import type { DeliveryDeps } from '../activities/delivery/deps.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

/** Logs that a message could not be composed for now, by its ids. */
export function logNotComposed(log: Logger): DeliveryDeps['onFailure'] {
  return (error, { projectId, _id: emailId }) =>
    log.warn({ projectId, emailId, error: loggableError(error) }, 'message not composed yet')
}
