import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Why a command could not be carried out, for the person at the terminal. */
export class CommandError extends Error {}

/** What is wrong with the arguments of a command. The usage of the command is printed behind the message. */
export class UsageError extends Error {}

/** What a command prints at its end: `lines` to a person, `json` with `--json`. */
export interface Answer {
  lines: readonly string[]
  json: unknown
  /** The exit status, 0 unless the command has another one for what it found. */
  status?: number
}

/** A command as `posthorn` runs it. */
export interface Command {
  /** The arguments behind the name, for each way to call the command. */
  usage: readonly string[]
  /** What the command does, and the meaning of its exit statuses. */
  about: string
  /** The exit status when the command fails. */
  failureStatus: number
  /** Whether the process ends with the answer, and does not wait for connections. */
  endsAtOnce: boolean
  /** Runs the command. Throws UsageError, and CommandError or another explained error when the command fails. */
  run(args: readonly string[]): Promise<{ answer: Answer; isJson: boolean }>
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

interface Declaration<O extends Options> {
  usage: string | readonly string[]
  about: string
  options?: O
  /** How many words stand beside the options. */
  words?: number
  failureStatus?: number
  endsAtOnce?: boolean
  run(input: { values: Values<O>; words: readonly string[] }): Promise<Answer>
}

/** Declares a command. Every command takes `--json` beside its own options. */
export function defineCommand<const O extends Options>(declaration: Declaration<O>): Command {
  const { usage, about, failureStatus = 1, endsAtOnce = false } = declaration
  return {
    usage: typeof usage === 'string' ? [usage] : usage,
    about,
    failureStatus,
    endsAtOnce,
    async run(args) {
      const { isJson, ...input } = readArguments(args, declaration)
      return { answer: await declaration.run(input), isJson }
    },
  }
}

/** The value of an option that a command cannot do without. Throws UsageError when it is missing. */
export function required(values: Record<string, unknown>, name: string): string {
  const value = values[name]
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new UsageError(`Missing required option --${name}.`)
}

function readArguments<O extends Options>(args: readonly string[], { options, words = 0 }: Declaration<O>) {
  const { values, positionals } = parse(args, { ...options, json: { type: 'boolean' } })
  if (positionals.length > words) throw new UsageError(`Unexpected argument: ${positionals[words]}.`)
  if (positionals.length < words) throw new UsageError('An argument is missing.')
  const { json, ...own } = values
  return { values: own as unknown as Values<O>, words: positionals, isJson: json === true }
}

function parse(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Node explains an unknown option and an option without its value; a hint follows its first sentence.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(reason)
  }
}
