import type { OutboxEntry } from '../models/outbox-entry.js'
import { idsByKind, idsOfInput } from '../runtime/log-ids.js'
import { loggableError } from '../runtime/loggable-error.js'
import type { Logger } from '../runtime/logger.js'
import { shapeFault } from './check-shape.js'
import type { SetAside } from './relay.js'
import type { Start, Temporal } from './temporal.js'

const EVERY_MS = 5_000

/**
 * Logs failed dispatches, at most once in five seconds for each kind: during the outage of a server every attempt fails
 * in the same way. `entries` are those that failed, where they are known.
 */
function failureLog(log: Logger): RelayLogs['onFailure'] {
  const loggedAt = new Map<string, number>()
  return (kind, error, entries = []) => {
    const now = Date.now()
    if (now - (loggedAt.get(kind) ?? 0) < EVERY_MS) return
    loggedAt.set(kind, now)
    const projectId = entries[0]?.projectId
    log.warn(
      { kind, ...(projectId ? { projectId } : {}), ...idsByKind(entries), error: loggableError(error) },
      'dispatch failed, the poller will try again',
    )
  }
}

/** The log functions of a relay and its poller. */
export interface RelayLogs {
  onFailure: (kind: string, error: unknown, entries?: readonly OutboxEntry[]) => void
  onSetAside: (entry: OutboxEntry, why: SetAside) => void
}

/**
 * Logs failures at most once in five seconds for each kind, every entry that is parked with the command to run, and
 * once each kind that this version does not know.
 */
export function relayLogs(log: Logger): RelayLogs {
  const unknown = new Set<string>()
  return {
    onFailure: failureLog(log),
    onSetAside(entry, why) {
      const { _id: entryId, kind, projectId } = entry
      if (why === 'parked') {
        // The ids of a malformed entry may be any text.
        const ids = shapeFault(entry) ? {} : idsByKind([entry])
        log.error(
          { kind, entryId, projectId, ...ids },
          `outbox entry not dispatched for an hour, and parked: posthorn retry-outbox --list tells why, --id ${entryId} tries it again`,
        )
      } else if (!unknown.has(kind)) {
        unknown.add(kind)
        log.warn({ kind }, 'outbox entries of a kind that this version does not know are left to other processes')
      }
    },
  }
}

/** The same Temporal, which logs the ids of each workflow that it starts, signals or cancels. */
export function withStartsLogged<T extends Temporal>(temporal: T, log: Logger): T {
  const started = ({ type, id, queue, input, projectId, eventId }: Start, signal?: string): void =>
    log.info(
      {
        projectId,
        ...(eventId ? { eventId } : {}),
        ...idsOfInput(input),
        workflowId: id,
        workflowType: type,
        queue,
        ...(signal ? { signal } : {}),
      },
      'workflow started',
    )
  return {
    ...temporal,
    async start(start) {
      await temporal.start(start)
      started(start)
    },
    async signalWithStart(start, signal, payload) {
      await temporal.signalWithStart(start, signal, payload)
      started(start, signal)
    },
    async signal(workflowId, signal, payload, trace) {
      await temporal.signal(workflowId, signal, payload, trace)
      log.info({ workflowId, signal }, 'workflow signalled')
    },
    async cancel(workflowId) {
      await temporal.cancel(workflowId)
      log.info({ workflowId }, 'workflow cancelled')
    },
  }
}
