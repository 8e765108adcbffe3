import { parseArgs } from 'node:util'
import type { Size } from './part.js'

/** The data of a part that the command line needs. */
export interface KnownPart {
  name: string
  title: string
  runs: 'default' | 'all'
  options: Readonly<Record<string, Size>>
}

/** The options of one run of the benchmark. */
export interface BenchOptions {
  isHelp: boolean
  isQuick: boolean
  isAll: boolean
  /** The file for the results; null for one that is named by the time. */
  json: string | null
  /** The parts to run, in the order in which they are declared. */
  names: string[]
  /** The sizes of every part by its name, and by the name of the option. */
  sizes: Record<string, Record<string, number>>
}

/** A command line that cannot be carried out; the message is for the person who wrote it. */
export class UsageError extends Error {}

const FLAGS = {
  help: { type: 'boolean', default: false, short: 'h' },
  quick: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const

/** Reads the command line. Throws UsageError for an unknown part or option, and for a size that is no number. */
export function parseOptions(args: readonly string[], parts: readonly KnownPart[]): BenchOptions {
  const { values, positionals } = parse(args, parts)
  const known = parts.map(({ name }) => name)
  const unknown = positionals.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`There is no part ${unknown.join(', ')}. The parts are: ${known.join(', ')}.`)
  }
  const isAll = values.all
  const isQuick = values.quick
  const isChosen = ({ name, runs }: KnownPart): boolean =>
    positionals.length > 0 ? positionals.includes(name) : isAll || runs === 'default'
  return {
    isHelp: values.help,
    isQuick,
    isAll,
    json: values.json ?? null,
    names: parts.filter(isChosen).map(({ name }) => name),
    sizes: Object.fromEntries(parts.map((part) => [part.name, sizesOf(part, values, isQuick)])),
  }
}

/** The text of `--help`. */
export function helpText(parts: readonly KnownPart[]): string {
  const partsOf = (runs: KnownPart['runs']): string =>
    parts
      .filter((part) => part.runs === runs)
      .map(describePart)
      .join('\n')
  return `npm run bench -- [part …] [options]

Measures a stack of its own in a temporary folder, prints tables and writes the results as JSON.

  --quick        small sizes: about three minutes for the default parts
  --all          every part
  --json FILE    where the results go; otherwise bench/results/<time>.json
  --help         this text

Parts that run by default, with their options (default, with --quick):
${partsOf('default')}

Parts that run when they are named, or with --all:
${partsOf('all')}
`
}

/** The name of an option of a part on the command line, without the dashes. */
export function optionName(part: string, option: string): string {
  return `${part}-${option}`
}

function describePart({ name, title, options }: KnownPart): string {
  const lines = Object.entries(options).map(([option, { normal, quick, meaning }]) => {
    const flag = `--${optionName(name, option)} N`
    return `      ${flag.padEnd(32)} ${meaning} (${normal}, ${quick})`
  })
  return [`  ${name.padEnd(18)} ${title}`, ...lines].join('\n')
}

function parse(args: readonly string[], parts: readonly KnownPart[]) {
  const ofParts = parts.flatMap(({ name, options }) =>
    Object.keys(options).map((option) => [optionName(name, option), { type: 'string' as const }]),
  )
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...FLAGS, ...(Object.fromEntries(ofParts) as Record<string, { type: 'string' }>) },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} (--help lists the options)`)
  }
}

function sizesOf(
  { name, options }: KnownPart,
  values: Readonly<Record<string, string | boolean | undefined>>,
  isQuick: boolean,
): Record<string, number> {
  const entries = Object.entries(options).map(([option, { normal, quick }]) => {
    const given = values[optionName(name, option)]
    if (given === undefined) return [option, isQuick ? quick : normal] as const
    const number = Number(given)
    if (given === '' || !Number.isFinite(number) || number < 0) {
      throw new UsageError(`--${optionName(name, option)} is "${given}", and must be a number from 0 on.`)
    }
    return [option, number] as const
  })
  return Object.fromEntries(entries)
}
