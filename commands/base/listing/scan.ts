import { AppError } from '../../../models/domain/errors.js'
import { createFairPermits, OutOfPatienceError } from '../../../runtime/concurrency/fair-permits.js'
import { poolSize } from '../../../runtime/mongodb/connection.js'
import { isTimeLimit } from '../../../runtime/mongodb/time-limit.js'
import { waitingClient, type WaitingClient } from '../../../runtime/request-scope.js'

/** The time of a scan. */
export const SCAN_LIMIT_MS = 15_000
/** How many scans of a project MongoDB works on at a time for this process. */
export const SCANS_OF_PROJECT = 2
/** How long the scans of a request wait for their turns, together. */
const PATIENCE_MS = 5_000
// The part of the connections that scans take: the others are for sends, events and everything else.
const PART_OF_CONNECTIONS = 1 / 4
// The longest time that MongoDB takes.
const MAX_TIME_MS = 2 ** 31 - 1

/** The options of the query of a scan, by which it ends with its time and with its client. */
export interface ScanLimits {
  maxTimeMS: number
  signal?: AbortSignal
}

const permits = createFairPermits({
  permits: () => Math.max(1, Math.floor(poolSize() * PART_OF_CONNECTIONS)),
  permitsPerKey: SCANS_OF_PROJECT,
})

/** The waits of the scans of one request, and whether one of them has had its turn. */
interface Turns {
  /** How long scans have waited, before those that wait now. */
  waitedMs: number
  /** How many scans wait, and since when one does. */
  waiting: number
  since: number
  hasBegun: boolean
}
const turnsOf = new WeakMap<WaitingClient, Turns>()

/**
 * Runs a scan: one query that may pass over all contacts, events or emails of a project, because a request chooses its
 * filter. Few scans of a project run at a time, and few in all; projects take turns. `read` makes the query with the
 * limits, which end it in MongoDB after `deadline` and when the client of the current request has left.
 *
 * The scan of a job waits until its deadline. Throws SERVICE_UNAVAILABLE when the scans of a request have waited for
 * five seconds, or the scan exceeds its time.
 */
export async function scan<T>(
  projectId: string,
  read: (limits: ScanLimits) => PromiseLike<T>,
  deadline?: number,
): Promise<T> {
  const client = waitingClient()
  const release = await turn(projectId, client, deadline)
  try {
    const maxTimeMS = deadline === undefined ? SCAN_LIMIT_MS : remainingMs(deadline)
    return await read(client ? { maxTimeMS, signal: client.signal } : { maxTimeMS })
  } catch (error) {
    if (!isTimeLimit(error)) throw error
    throw tooLong({ cause: error })
  } finally {
    release()
  }
}

/** Runs a query as a scan with `isScan`; otherwise at once, because an index leads the query to its results. */
export async function scanIf<T>(
  isScan: boolean,
  projectId: string,
  read: (limits: Partial<ScanLimits>) => PromiseLike<T>,
): Promise<T> {
  return isScan ? scan(projectId, read) : read({})
}

/** Whether a scan was given up because it waited too long or exceeded its time. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE'
}

/** Waits for the turn of a scan. Returns the function that ends it. */
async function turn(projectId: string, client: WaitingClient | null, deadline = Infinity): Promise<() => void> {
  const turns = client ? turnsFor(client) : newTurns()
  const now = Date.now()
  if (turns.waiting === 0) turns.since = now
  turns.waiting += 1
  const patienceMs = client ? PATIENCE_MS - turns.waitedMs - (now - turns.since) : Infinity
  try {
    // A request that has begun goes on before others begin, so that its first scans were not in vain.
    const isFirst = turns.hasBegun
    const release = await permits.acquire({
      key: projectId,
      patienceMs: Math.min(patienceMs, deadline - now),
      signal: client?.signal,
      isFirst,
    })
    turns.hasBegun = true
    return release
  } catch (error) {
    if (!(error instanceof OutOfPatienceError)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many searches and counts are running. Try again in a moment')
  } finally {
    turns.waiting -= 1
    if (turns.waiting === 0) turns.waitedMs += Date.now() - turns.since
  }
}

function turnsFor(client: WaitingClient): Turns {
  const turns = turnsOf.get(client) ?? newTurns()
  turnsOf.set(client, turns)
  return turns
}

function newTurns(): Turns {
  return { waitedMs: 0, waiting: 0, since: 0, hasBegun: false }
}

/** The time until a deadline, as the limit of a query. Throws SERVICE_UNAVAILABLE when it has passed. */
export function remainingMs(deadline: number): number {
  const leftMs = deadline - Date.now()
  if (leftMs <= 0) throw tooLong()
  return Math.min(leftMs, MAX_TIME_MS)
}

function tooLong(options: { cause?: unknown } = {}): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Counting took too long. Try again later', options)
}
