import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type ClientSession } from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { isContention } from './contention.js'

const TIME_LIMIT_MS = 10_000
// A client waits for its answer as long, and an idempotency key is leased for twice as long.
const CONFLICT_LIMIT_MS = 30_000
// On a busy machine a single attempt may take longer than the limit.
const FEWEST_ATTEMPTS = 3
const MAX_PAUSE_MS = 40
// Pauses grow, because a long transaction must wait until short ones have passed, or they would abort it for ever.
const LONGEST_PAUSES = 8

const following = new WeakMap<ClientSession, (() => void)[]>()

/**
 * Runs `work` in a transaction: either all of its writes happen or none, and none if `work` aborts the transaction.
 * `work` may run several times, because a transaction that MongoDB aborts for concurrent work (`isContention`) is
 * retried, with growing pauses. These retries end after `conflictLimitMs` and at least three attempts, and the error is
 * thrown: the transaction of a dead process holds its documents until MongoDB aborts it
 * (`transactionLifetimeLimitSeconds`). Retries after a broken connection, and of a commit whose reply was lost, end
 * after `timeLimitMs`. The driver's `withTransaction` is not used, because it retries for two minutes.
 */
export async function inTransaction<T>(
  work: (session: ClientSession) => Promise<T>,
  timeLimitMs?: number,
  conflictLimitMs = timeLimitMs ?? CONFLICT_LIMIT_MS,
): Promise<T> {
  // Mongoose's `readyState` cannot be used: it says "disconnected" also when a heartbeat is late or one socket broke.
  // Only the driver's server selection shows whether a server is available.
  if (!mongoose.connection.db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  const options = { kind: 'client', attributes: { 'db.system.name': 'mongodb' } } as const
  const now = performance.now()
  const limits = { deadline: now + (timeLimitMs ?? TIME_LIMIT_MS), conflictDeadline: now + conflictLimitMs }
  const session = await mongoose.connection.startSession()
  try {
    const result = await inSpan('mongodb transaction', options, () => attemptUntil(session, work, limits))
    // This work runs outside of the span of the transaction, because it belongs to the span of the caller.
    for (const follow of following.get(session) ?? []) follow()
    return result
  } finally {
    await session.endSession()
  }
}

/**
 * Runs `work` once the transaction of `session` is committed, in the order of registration. The work of an attempt that
 * is repeated or aborted does not run. `work` must not throw, because the transaction would look failed.
 */
export function afterCommit(session: ClientSession, work: () => void): void {
  following.get(session)?.push(work)
}

async function attemptUntil<T>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<T>,
  { deadline, conflictDeadline }: { deadline: number; conflictDeadline: number },
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(session, work, deadline)
    } catch (error) {
      if (!hasLabel(error, 'TransientTransactionError')) throw error
      const isTried = !isContention(error) || attempts >= FEWEST_ATTEMPTS
      const until = isContention(error) ? conflictDeadline : Math.min(deadline, conflictDeadline)
      if (isTried && performance.now() > until) throw error
      await delay(Math.random() * MAX_PAUSE_MS * Math.min(attempts, LONGEST_PAUSES))
    }
  }
}

async function attempt<T>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<T>,
  deadline: number,
): Promise<T> {
  following.set(session, [])
  session.startTransaction()
  try {
    const result = await work(session)
    if (session.inTransaction()) await commit(session, deadline)
    else following.delete(session)
    return result
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction()
    throw error
  }
}

// A repeated commit is safe, and shows whether the commit whose reply was lost took place (MongoDB documentation).
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction()
      return
    } catch (error) {
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || performance.now() > deadline) throw error
      await delay(Math.random() * MAX_PAUSE_MS)
    }
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label)
}
