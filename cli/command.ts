import { parseArgs, type ParseArgsConfig } from 'node:util'
import { AppError } from '../models/domain/errors.js'
import { findSchemaFault } from '../models/migrations/require-schema.js'
import { ConfigError, type MongodbConfig } from '../runtime/config.js'
import { loggableError } from '../runtime/loggable-error.js'
import { withinTime } from '../runtime/concurrency/within-time.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../runtime/mongodb/connection.js'

const CONNECT_WITHIN_MS = 30_000

/** What a person at the terminal is told: a usage, or why a command could not be carried out. */
export class CommandError extends Error {}

/**
 * Runs `work` connected to the MongoDB of the settings. Throws CommandError with the reason when it refuses the user, cannot
 * hold the data, or does not answer within half a minute, and when the database is not one for this version.
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
  let reason = 'MongoDB does not answer'
  const fails = new Promise<never>((_resolve, reject) => {
    connectMongodb(config, ({ kind, message, error }) => {
      reason = error === undefined ? message : `${message} (${loggableError(error).message})`
      if (kind !== 'away') reject(new CommandError(`${message}. Nothing was done.`))
    })
  })
  await withinTime(Promise.race([fails, mongodbConnected()]), CONNECT_WITHIN_MS, '').catch((error: unknown) => {
    throw error instanceof CommandError ? error : new CommandError(`${reason}. Nothing was done.`)
  })
}

/**
 * The options of the command line, and the words beside them, of which there may be `words`. Throws CommandError with
 * the usage for an unknown option, an option without its value, and any other number of words.
 */
export function argumentsOf<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
  words = 0,
) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: words > 0 })
    if (positionals.length === words) return { values, positionals }
  } catch {
    // An unknown option gets the same answer as a missing one.
  }
  throw new CommandError(usage)
}

/** Carries out a command: prints what went wrong, explained or with its stack, and sets the exit status to 1. */
export async function carryOut(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExplained = [CommandError, ConfigError, AppError].some((type) => error instanceof type)
    process.stderr.write(`${isExplained || !(error instanceof Error) ? String(messageOf(error)) : error.stack}\n`)
    process.exitCode = 1
  }
}

/** Prints a line of the command's answer. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error
}
