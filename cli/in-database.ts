import { findSchemaFault } from '../models/migrations/require-schema.js'
import { withinTime } from '../runtime/concurrency/within-time.js'
import type { MongodbConfig } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'
import { CommandError } from './command.js'

const CONNECT_WITHIN_MS = 30_000

/**
 * Runs `work` connected to the MongoDB of the settings. Throws CommandError with the reason when MongoDB refuses the
 * user, cannot hold the data, or does not answer within half a minute, and when the database does not fit this version.
 */
export function inDatabase<T>(config: MongodbConfig, work: () => Promise<T>): Promise<T> {
  return inAnyDatabase(config, async () => {
    const fault = await findSchemaFault()
    if (fault !== null) throw new CommandError(fault)
    return work()
  })
}

/** The same for a database that may be older or newer than this version. */
export async function inAnyDatabase<T>(config: MongodbConfig, work: () => Promise<T>): Promise<T> {
  try {
    await connected(config)
    return await work()
  } finally {
    await disconnectMongodb()
  }
}

async function connected(config: MongodbConfig): Promise<void> {
  let reason = 'MongoDB does not respond'
  const fails = new Promise<never>((_resolve, reject) => {
    connectMongodb(config, ({ kind, message, error }) => {
      reason = error === undefined ? message : `${message} (${loggableError(error).message})`
      if (kind !== 'away') reject(new CommandError(`${message}. Nothing was changed.`))
    })
  })
  await withinTime(Promise.race([fails, mongodbConnected()]), CONNECT_WITHIN_MS, '').catch((error: unknown) => {
    throw error instanceof CommandError ? error : new CommandError(`${reason}. Nothing was changed.`)
  })
}
