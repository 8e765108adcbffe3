import type { Command } from './command.js'
import { COMMANDS, commandNames, type CommandEntry } from './commands.js'

const WHERE = `In a clone, a command works on the stack of npm start, whose folder POSTHORN_DATA_DIR names. In the image, and where MONGODB_URI
or MONGODB_URI_FILE is set, a command takes all settings from the environment: docs/configuration.md.`
const MAX_DISTANCE = 2

/** The help of `posthorn`: every command with its line. */
export function overview(): string {
  const width = Math.max(...commandNames().map((name) => name.length))
  const groups = Object.entries(COMMANDS).map(([heading, commands]) => {
    const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
    return [`${heading}:`, ...lines, ''].join('\n')
  })
  return [
    'Usage: posthorn <command> [arguments]',
    '',
    ...groups,
    'posthorn <command> --help shows the options of a command. --json prints machine-readable output.',
    WHERE,
  ].join('\n')
}

/** The usage of a command that ends with an answer. */
export function usageOf(name: string, { usage }: Pick<Command, 'usage'>): string {
  const calls = usage.map((args) => ['posthorn', name, args, '[--json]'].filter(Boolean).join(' '))
  return `Usage: ${calls.join('\n       ')}`
}

/** The help of one command. */
export async function helpOf(name: string, entry: CommandEntry): Promise<string> {
  if ('start' in entry)
    return `Usage: posthorn ${name}\n\nposthorn ${name} ${entry.summary}. It runs until it is stopped.`
  const command = await entry.load()
  return `${usageOf(name, command)}\n\n${command.about}`
}

/** The answer to an unknown name, with the command that has nearly this name. */
export function unknownCommand(given: string): string {
  const near = commandNames().find((name) => wordsOf(name) === wordsOf(given)) ?? nearest(given)
  const suggestion = near === undefined ? '' : ` Did you mean ${near}?`
  return `Unknown command: ${given}.${suggestion}\nposthorn --help lists all commands.`
}

// People remember the words of a name, and not always their order.
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .sort()
    .join(' ')
}

function nearest(given: string): string | undefined {
  const [first] = commandNames()
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance)
  return first && first.distance <= MAX_DISTANCE ? first.name : undefined
}

/** How many letters must be inserted, removed or replaced to make one text the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j += 1) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
