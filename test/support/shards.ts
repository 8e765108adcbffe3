import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// How long each test file took, in seconds.
const RECORD = 'test/durations.json'
const DEFAULT_SECONDS = 1
// Tests on a stack mostly wait: in one group, they would end long after the other groups.
const STACKS = 2

type Seconds = Record<string, number>

/** Every test file, by its path from the root of the repository. */
export function allTestFiles(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', file))
    .sort()
}

/**
 * Divides test files into `count` groups that take equally long by the record. The files that use the whole stack are
 * in two groups and no more, because each group that has one of them starts a stack of its own. The files that use a
 * Temporal server are in one, for the same reason.
 */
export function makeShards(files: string[], count: number): string[][] {
  const filesWith = (text: RegExp): string[] => files.filter((file) => text.test(readFileSync(file, 'utf8')))
  const onStack = filesWith(/support\/stack\.js/)
  const onTemporal = filesWith(/\b(temporalServer|useTemporalWorkers)\b/)
  const others = files.filter((file) => !onStack.includes(file) && !onTemporal.includes(file))
  // A test on the stack mostly waits. It comes first, so that tests that use the processor run beside it.
  const placeOf = (file: string): number => (onStack.includes(file) ? 0 : 1)
  const recorded = readSeconds()
  const stacks = divide(onStack, STACKS, recorded)
  return divide([...stacks, onTemporal, ...others], count, recorded).map((group) =>
    group.toSorted((one, other) => placeOf(one) - placeOf(other)),
  )
}

/** The longest unit first, each into the group that has least. */
function divide(units: (string | string[])[], count: number, recorded: Seconds): string[][] {
  const secondsOf = (unit: string | string[]): number =>
    sum([unit].flat().map((file) => recorded[file] ?? DEFAULT_SECONDS))
  const groups = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }))
  for (const unit of units.sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const [least] = [...groups].sort((one, other) => one.seconds - other.seconds)
    least?.files.push(...[unit].flat())
    if (least) least.seconds += secondsOf(unit)
  }
  return groups.map((group) => group.files.sort()).filter((group) => group.length > 0)
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

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
const round = (seconds: number): number => Math.round(seconds * 10) / 10
