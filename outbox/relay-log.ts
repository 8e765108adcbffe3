import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'

const EVERY_MS = 5_000

/**
 * Logs failed dispatches, at most once in five seconds for each kind: during the outage of a server every attempt fails
 * in the same way.
 */
export function createRelayLog(log: Logger): (kind: string, error: unknown) => void {
  const loggedAt = new Map<string, number>()
  return (kind, error) => {
    const now = Date.now()
    if (now - (loggedAt.get(kind) ?? 0) < EVERY_MS) return
    loggedAt.set(kind, now)
    log.warn({ kind, error: loggableError(error) }, 'dispatch failed, the poller will try again')
  }
}
