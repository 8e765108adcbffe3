import { UsageError, type Command } from '../../cli/command.js'
import { findCommand } from '../../cli/commands.js'
import { posthorn } from '../../cli/posthorn.js'
import { ENCRYPTION_KEY, JWT_SECRET } from './config.js'
import { withOwnConnection } from './database.js'
import type { ProgramRun } from './run-program.js'
import { mongodbServer } from './servers.js'

/**
 * Runs `posthorn` in this process, which takes a fraction of the time that a process of its own takes: for what it says
 * without loading a command.
 */
export async function posthornHere(args: readonly string[]): Promise<ProgramRun> {
  const { stdout, stderr, exitCode } = process
  const exit = process.exit.bind(process)
  const restored = [stdout, stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }))
  let [said, printed] = ['', '']
  const take =
    (isPrinted: boolean) =>
    (text: Uint8Array | string, done?: unknown): boolean => {
      said += String(text)
      if (isPrinted) printed += String(text)
      if (typeof done === 'function') done()
      return true
    }
  Object.assign(stdout, { write: take(true) })
  Object.assign(stderr, { write: take(false) })
  // A command that ends its process at once has nothing left to do.
  Object.assign(process, { exit: () => undefined })
  try {
    process.exitCode = 0
    await posthorn(args)
    return { status: process.exitCode, said, printed }
  } finally {
    for (const { stream, write } of restored) Object.assign(stream, { write })
    Object.assign(process, { exitCode, exit })
  }
}

/**
 * Runs one command of `posthorn` in this process, on the run's MongoDB or that of `settings`, by a connection of the
 * command's own. What it logs is not in its answer. `test/cli/posthorn.test.ts` shows that commands end their
 * processes.
 */
export async function commandHere(
  command: Command,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<ProgramRun> {
  const MONGODB_URI = settings['MONGODB_URI'] ?? (await mongodbServer()).info.mongodb
  const entry = findCommand(args[0] ?? '')
  if (!entry || !('load' in entry)) throw new Error(`${args[0]} is no command`)
  const [{ env }, { load }] = [process, entry]
  // Its own import would load every model a second time.
  entry.load = async () => command
  return withOwnConnection(async () => {
    try {
      process.env = { PATH: env['PATH'], ENCRYPTION_KEY, JWT_SECRET, LOG_LEVEL: 'fatal', ...settings, MONGODB_URI }
      return await posthornHere(args)
    } finally {
      process.env = env
      entry.load = load
    }
  })
}

/** Why a command refuses its arguments, which `posthorn` prints above its usage at the exit status 64. */
export async function refusalOf(command: Command, ...args: string[]): Promise<string> {
  try {
    await command.run(args)
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error(`The command takes ${args.join(' ')}`)
}
