import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type ClientSession } from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { isContention } from './contention.js'

const TIME_LIMIT_MS = 10_000
// As long as a client waits for its answer, and half as long as an idempotency key is leased.
const CONFLICT_LIMIT_MS = 30_000
// On a busy machine one attempt may take longer than a limit.
const FEWEST_ATTEMPTS = 3
const MAX_PAUSE_MS = 40
// Short transactions would overtake a long one for ever if it did not let them pass.
const LONGEST_PAUSES = 8

const following = new WeakMap<ClientSession, (() => void)[]>()

/**
 * Runs `work` in a transaction: all of its writes happen or none, and none after `work` has aborted it. `work` may run
 * several times, because what MongoDB aborts for what others do (`isContention`) is retried, with growing pauses. These
 * retries end after `conflictLimitMs` and three attempts, and the error is thrown: the transaction of a process that
 * died holds its documents until MongoDB aborts it (`transactionLifetimeLimitSeconds`). Those of a broken connection,
 * and of a commit whose reply was lost, end after `timeLimitMs`. The driver's `withTransaction` cannot serve here,
 * because its retries go on for two minutes.
 */
export async function inTransaction<T>(
  work: (session: ClientSession) => Promise<T>,
  timeLimitMs?: number,
  conflictLimitMs = timeLimitMs ?? CONFLICT_LIMIT_MS,
): Promise<T> {
  // Mongoose calls a connection disconnected whose last heartbeat is some time ago, or of which one socket broke:
  // whether a server is there, only the driver's selection of one can tell.
  if (!mongoose.connection.db) throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  const options = { kind: 'client', attributes: { 'db.system.name': 'mongodb' } } as const
  const now = performance.now()
  const limits = { deadline: now + (timeLimitMs ?? TIME_LIMIT_MS), conflictDeadline: now + conflictLimitMs }
  const session = await mongoose.connection.startSession()
  try {
    const result = await inSpan('mongodb transaction', options, () => attemptUntil(session, work, limits))
    // What follows belongs to the span of the caller, and not to that of the transaction.
    for (const follow of following.get(session) ?? []) follow()
    return result
  } finally {
    await session.endSession()
  }
}

/**
 * Runs `work` once the transaction of `session` is committed, after everything that was registered before it. An
 * attempt that is repeated or aborted runs nothing. `work` may not throw, because the transaction would look failed.
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

// Committing again is safe and tells whether a commit whose reply was lost took place.
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
