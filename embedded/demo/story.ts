import { pollUntil } from '../poll.js'
import type { Printer } from './printer.js'

const POLL_MS = 150

/** A statement that the demo checks by a look at the running stack. */
export interface Claim<Seen> {
  that: string
  expected: string
  look: () => Promise<Seen>
  holds: (seen: Seen) => boolean
  /** Describes a look in a few words. */
  tell: (seen: Seen) => string
  /** The time between two looks. */
  pollMs?: number
}

/** One look at a claim; without `seen` when looking failed. */
interface Look<Seen> {
  seen?: { value: Seen }
  holds: boolean
  actual: string
  elapsedMs: number
}

/** A claim that did not hold. */
export interface Failure {
  chapter: string
  that: string
  expected: string
  actual: string
}

/** The chapter cannot go on; its failure is printed and recorded already. */
export class ChapterBroken extends Error {
  override readonly name = 'ChapterBroken'
}

/** Prints the story on the terminal and records which claims held. */
export class Story {
  readonly failures: Failure[] = []
  heldCount = 0
  readonly #printer: Printer
  readonly #signal: AbortSignal
  #chapter = ''

  constructor(printer: Printer, signal: AbortSignal) {
    this.#printer = printer
    this.#signal = signal
  }

  chapter(number: number, title: string): void {
    this.#chapter = `${number}. ${title}`
    this.#printer.heading(this.#chapter)
  }

  say(text: string): void {
    this.#printer.line(`   ${text}`)
  }

  /** Looks once and returns the value. Throws ChapterBroken when the claim does not hold. */
  check<Seen>(claim: Claim<Seen>): Promise<Seen> {
    return this.eventually({ ...claim, withinMs: 0 })
  }

  /**
   * Looks until the claim holds, and returns the value. When the claim does not hold within the time, throws
   * ChapterBroken, or with `goesOn` returns the last value: the chapter can go on with it.
   */
  async eventually<Seen>(claim: Claim<Seen> & { withinMs: number; goesOn?: boolean }): Promise<Seen> {
    return this.#conclude(claim, await this.#watch(claim, claim.withinMs, true), claim.goesOn)
  }

  /** Looks for the whole time and returns the last value. Throws ChapterBroken as soon as the claim does not hold. */
  async stays<Seen>(claim: Claim<Seen> & { forMs: number }): Promise<Seen> {
    return this.#conclude(claim, await this.#watch(claim, claim.forMs, false))
  }

  /** Records that a chapter broke off for a reason other than a claim. */
  broke(error: unknown): void {
    this.#failed({ that: 'The chapter is told to its end', expected: 'no error' }, describe(error), null)
  }

  /** Looks until `holds` is as wanted or the time is over. Returns the last look. */
  async #watch<Seen>(claim: Claim<Seen>, timeoutMs: number, wanted: boolean): Promise<Look<Seen>> {
    const began = performance.now()
    let last: Look<Seen> = { holds: false, actual: 'nothing yet', elapsedMs: 0 }
    const look = async (): Promise<boolean> => {
      last = { ...(await this.#look(claim)), elapsedMs: performance.now() - began }
      this.#printer.progress(`${claim.that}: ${last.actual}`, last.elapsedMs)
      return last.holds === wanted
    }
    await pollUntil(look, { timeoutMs, intervalMs: claim.pollMs ?? POLL_MS, signal: this.#signal })
    this.#signal.throwIfAborted()
    return last
  }

  async #look<Seen>(claim: Claim<Seen>): Promise<Omit<Look<Seen>, 'elapsedMs'>> {
    try {
      const value = await claim.look()
      return { seen: { value }, holds: claim.holds(value), actual: claim.tell(value) }
    } catch (error) {
      return { holds: false, actual: describe(error) }
    }
  }

  #conclude<Seen>(claim: Claim<Seen>, { seen, holds, actual, elapsedMs }: Look<Seen>, goesOn = false): Seen {
    if (holds) this.#held(claim, actual, elapsedMs)
    else this.#failed(claim, actual, elapsedMs)
    if (seen && (holds || goesOn)) return seen.value
    throw new ChapterBroken(claim.that)
  }

  #held({ that }: { that: string }, actual: string, elapsedMs: number): void {
    this.heldCount += 1
    this.#printer.held(`${that}: ${actual}`, elapsedMs)
  }

  #failed({ that, expected }: Omit<Failure, 'chapter' | 'actual'>, actual: string, elapsedMs: number | null): void {
    this.failures.push({ chapter: this.#chapter, that, expected, actual })
    this.#printer.failed({ that, expected, actual }, elapsedMs)
  }
}

/** The error of fetch is always "fetch failed"; its cause has the reason. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
