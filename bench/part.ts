import type { Row } from './measuring/meter.js'
import type { MeasuredStack } from './stack-pool.js'

/** A number that sets how much a part does: by default, and with `--quick`. */
export interface Size {
  normal: number
  quick: number
  meaning: string
}

/** The numbers that a part measured beside its rows; their names end in their unit, and ratios have none. */
export type Figures = Record<string, number>

/** What a part measured. Goals stand in `goals.ts` under `<part>.<row>.<column>` and `<part>.<figure>`. */
export interface PartResult {
  rows?: Record<string, Row>
  figures?: Figures
  /** What the results hold beside rows and figures, such as the values of each minute; no table shows it. */
  details?: Readonly<Record<string, unknown>>
}

/** The context in which a part runs. */
export interface PartContext<Option extends string = string> {
  sizes: Record<Option, number>
  /** A stack that other parts have used, or will use, under the same settings. */
  sharedStack: (settings?: Record<string, string>) => Promise<MeasuredStack>
  /** A stack that has done nothing yet. */
  freshStack: (settings?: Record<string, string>) => Promise<MeasuredStack>
  /** Prints a line of progress. */
  say: (line: string) => void
}

/**
 * One part of the benchmark. Part and options are named in the command line: `npm run bench -- send --send-requests
 * 100`.
 */
export interface Part<Option extends string = string> {
  name: string
  title: string
  /** `default` runs when no part is named, `all` with `--all` or when it is named. */
  runs: 'default' | 'all'
  options: Readonly<Record<Option, Size>>
  run(context: PartContext<Option>): Promise<PartResult>
}

/** Declares a part, so that the names of its options are known to its `run`. */
export function definePart<Option extends string>(part: Part<Option>): Part<Option> {
  return part
}

/** Thrown by a part that cannot run on this machine, such as without a program that it needs. The message says why. */
export class LeftOut extends Error {}
