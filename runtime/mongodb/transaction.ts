import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type ClientSession } from 'mongoose'
import { inSpan } from '../tracing/tracing.js'
import { isDocumentTooLarge } from './document-too-large.js'

const TIME_LIMIT_MS = 10_000
const MAX_PAUSE_MS = 40

const sparing = new WeakSet<ClientSession>()

/**
 * Runs `work` in a transaction: all of its writes happen or none, and none after `work` has aborted it. `work` may run
 * several times, because conflicts with other transactions are retried. The retries end after `timeLimitMs` and the conflict is thrown: the transaction of a
 * process that died holds its documents until MongoDB aborts it (`transactionLifetimeLimitSeconds`). The driver's
 * `withTransaction` cannot serve here, because its retries go on for two minutes. `conflictLimitMs` ends the retries of
 * conflicts earlier than those of a commit whose reply was lost.
 *
 * A transaction that would make a document outgrow MongoDB's limit runs once more as a sparing one (`isSparing`), so that
 * one document that is full does not stop the work on the others.
 */
export async function inTransaction<T>(
  work: (session: ClientSession) => Promise<T>,
  timeLimitMs = TIME_LIMIT_MS,
  conflictLimitMs = timeLimitMs,
): Promise<T> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) {
    throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  }
  const options = { kind: 'client', attributes: { 'db.system.name': 'mongodb' } } as const
  return inSpan('mongodb transaction', options, () =>
    attemptUntil(work, { deadline: Date.now() + timeLimitMs, conflictDeadline: Date.now() + conflictLimitMs }),
  )
}

async function attemptUntil<T>(
  work: (session: ClientSession) => Promise<T>,
  { deadline, conflictDeadline }: { deadline: number; conflictDeadline: number },
): Promise<T> {
  const session = await mongoose.connection.startSession()
  try {
    for (;;) {
      try {
        return await attempt(session, work, deadline)
      } catch (error) {
        if (isDocumentTooLarge(error) && !sparing.has(session)) {
          sparing.add(session)
          continue
        }
        if (!hasLabel(error, 'TransientTransactionError') || Date.now() > conflictDeadline) throw error
        await delay(Math.random() * MAX_PAUSE_MS)
      }
    }
  } finally {
    await session.endSession()
  }
}

/** Whether a transaction is repeated because a document had no room: `work` leaves full documents as they are. */
export function isSparing(session: ClientSession): boolean {
  return sparing.has(session)
}

async function attempt<T>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<T>,
  deadline: number,
): Promise<T> {
  session.startTransaction()
  try {
    const result = await work(session)
    if (session.inTransaction()) await commit(session, deadline)
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
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || Date.now() > deadline) throw error
      await delay(Math.random() * MAX_PAUSE_MS)
    }
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label)
}
