import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// How long each test file took, in seconds.
const RECORD = 'test/durations.json'
const DEFAULT_SECONDS = 5
// A test on a stack mostly waits, so that tests that use the processor run beside it.
const GROUPS_ON_STACK = 2

type Seconds = Record<string, number>

/** A test file that a group runs next. */
export interface QueuedFile {
  file: string
  /** Whether it uses the whole stack, which then goes on for the next file of the group. */
  isOnStack: boolean
}

/** Every test file, by its path from the root of the repository. */
export function allTestFiles(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file))
    .sort()
}

/**
 * Gives the files to `count` groups, each file once, the longest by the record first, so that all groups end at about
 * the same time. Files that use the whole stack come first, in two groups and no more, because each group that has one
 * of them starts a stack of its own. The files that use a Temporal server are in one, for the same reason.
 */
export function queueOf(files: string[], count: number): { next: (group: number) => QueuedFile | undefined } {
  const recorded = readSeconds()
  const secondsOf = (file: string): number => recorded[file] ?? DEFAULT_SECONDS
  const onStack: string[] = []
  const onTemporal: string[] = []
  const others: string[] = []
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
    const text = readFileSync(file, 'utf8')
    if (text.includes('support/stack.js')) onStack.push(file)
    else if (/\b(?:temporalServer|useTemporalWorkers)\b/.test(text)) onTemporal.push(file)
    else others.push(file)
  }
  const groupOnTemporal = Math.min(GROUPS_ON_STACK, count - 1)
  return {
    next(group) {
      const stacked = group < GROUPS_ON_STACK ? onStack.shift() : undefined
      if (stacked !== undefined) return { file: stacked, isOnStack: true }
      const file = (group === groupOnTemporal ? onTemporal.shift() : undefined) ?? others.shift()
      return file === undefined ? undefined : { file, isOnStack: false }
    },
  }
}

/** Keeps how long files took, and forgets files that are no more. */
export function noteSeconds(seconds: Seconds): void {
  const known = { ...readSeconds(), ...seconds }
  const rounded = allTestFiles().flatMap((file) => (known[file] === undefined ? [] : [[file, round(known[file])]]))
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}

function readSeconds(): Seconds {
  return existsSync(RECORD) ? (JSON.parse(readFileSync(RECORD, 'utf8')) as Seconds) : {}
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10
