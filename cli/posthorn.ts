import { AppError } from '../models/domain/errors.js'
import { ConfigError } from '../runtime/config.js'
import { CommandError, UsageError, type Command } from './command.js'
import { findCommand } from './commands.js'
import { helpOf, overview, unknownCommand, usageOf } from './help.js'

// EX_USAGE of sysexits.h: no command gives this exit status another meaning.
const WRONG_USAGE = 64
const FAILED = 1
const HELP = new Set(['--help', '-h'])

/** Prepares the settings of a command that works on an installation, and returns the arguments to run it with. */
export type Prepare = (name: string, args: readonly string[]) => readonly string[]

/**
 * Runs `posthorn` with its arguments in this process. The exit status is 64 for wrong arguments, or that of the
 * command. `prepare` is called before a command that does not stand alone.
 */
export async function posthorn(
  [name = '', ...args]: readonly string[],
  prepare: Prepare = (_name, given) => given,
): Promise<void> {
  if (HELP.has(name)) return print(overview())
  const entry = findCommand(name)
  if (!entry) return complain(name === '' ? overview() : unknownCommand(name), WRONG_USAGE)
  if (args.some((arg) => HELP.has(arg))) return print(await helpOf(name, entry))
  if ('start' in entry && args.length > 0) return complain(await helpOf(name, entry), WRONG_USAGE)
  const prepared = (): readonly string[] => (entry.standsAlone ? args : prepare(name, args))
  if ('load' in entry) return end(name, await entry.load(), prepared)
  try {
    prepared()
    await entry.start()
  } catch (error) {
    complain(explain(error), FAILED)
  }
}

async function end(name: string, command: Command, args: () => readonly string[]): Promise<void> {
  try {
    const { answer, isJson } = await command.run(args())
    await print(isJson ? JSON.stringify(answer.json) : answer.lines.join('\n'))
    process.exitCode = answer.status ?? 0
    if (command.endsAtOnce) process.exit()
  } catch (error) {
    if (error instanceof UsageError) complain(`${error.message}\n${usageOf(name, command)}`, WRONG_USAGE)
    else complain(explain(error), command.failureStatus)
  }
}

/** The message of an error that explains itself to a person, or the stack of another one. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isExplained = [CommandError, ConfigError, AppError].some((type) => error instanceof type)
  return isExplained ? error.message : (error.stack ?? error.message)
}

function complain(text: string, status: number): void {
  process.stderr.write(`${text}\n`)
  process.exitCode = status
}

/** Resolves when the text has been written. */
function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
  })
}
