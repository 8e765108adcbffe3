import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type ClientSession } from 'mongoose'

const TIME_LIMIT_MS = 10_000
const MAX_PAUSE_MS = 40

/**
 * Runs `work` in a transaction: all of its writes happen or none. Conflicts with other transactions are tried
 * again for `timeLimitMs` and then thrown, because one left open by a process that died holds its rows until
 * MongoDB ends it (`transactionLifetimeLimitSeconds`). `work` may run several times. The driver's own loop
 * goes on for two minutes whatever it is told, so this is the one its documentation describes, with an end.
 */
export async function inTransaction<T>(
  work: (session: ClientSession) => Promise<T>,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<T> {
  if (mongoose.connection.readyState !== mongoose.ConnectionStates.connected) {
    throw new mongoose.mongo.MongoNotConnectedError('No connection to MongoDB')
  }
  const deadline = Date.now() + timeLimitMs
  const session = await mongoose.connection.startSession()
  try {
    for (;;) {
      try {
        return await attempt(session, work, deadline)
      } catch (error) {
        if (!hasLabel(error, 'TransientTransactionError') || Date.now() > deadline) throw error
        await delay(Math.random() * MAX_PAUSE_MS)
      }
    }
  } finally {
    await session.endSession()
  }
}

async function attempt<T>(
  session: ClientSession,
  work: (session: ClientSession) => Promise<T>,
  deadline: number,
): Promise<T> {
  session.startTransaction()
  try {
    const result = await work(session)
    await commit(session, deadline)
    return result
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction()
    throw error
  }
}

// Whether a commit whose answer was lost took place is found out by committing again.
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction()
      return
    } catch (error) {
      if (!hasLabel(error, 'UnknownTransactionCommitResult') || Date.now() > deadline) throw error
    }
  }
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongoose.mongo.MongoError && error.hasErrorLabel(label)
}
