import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { Segment } from './spool-file.js'
import type { Spool } from './spool.js'

/** A fact that is not recorded yet, the file it is in, and how often recording it alone failed. */
export interface WaitingFact {
  fact: EngagementFact
  segment: Segment | null
  attemptsAlone: number
}

/** Facts that wait to be recorded: in the spool, and as many as there is room for in memory too. */
export class WaitingFacts {
  #waiting: WaitingFact[] = []
  #taken: WaitingFact[] = []
  #dropped = 0
  #isEnding = false
  #isClosed = false
  readonly #spool: Spool | null
  readonly #limit: number

  constructor(spool: Spool | null, limit: number) {
    this.#spool = spool
    this.#limit = limit
  }

  /** How many are in memory and not taken. */
  get size(): number {
    return this.#waiting.length
  }

  /** Takes one in. It is dropped only when there is room for it neither on disk nor in memory. */
  enqueue(fact: EngagementFact): void {
    const segment = this.#spool?.append(fact) ?? null
    if (this.#waiting.length < this.#limit && !this.#isClosed) this.#waiting.push({ fact, segment, attemptsAlone: 0 })
    else if (segment) segment.shelve()
    else this.#dropped += 1
  }

  /** Hands out the first of them, `count` at most, and fetches more from the spool when memory holds fewer. */
  async take(count: number): Promise<WaitingFact[]> {
    while (this.#waiting.length < count && !this.#isEnding) {
      const read = await this.#spool?.readBack()
      if (!read) break
      const { facts, segment } = read
      this.#waiting.push(...facts.map((fact) => ({ fact, segment, attemptsAlone: 0 })))
    }
    this.#taken = this.#waiting.splice(0, count)
    return this.#taken
  }

  /** Those that were taken are recorded or given up. */
  settle(): void {
    for (const { segment } of this.#taken) segment?.settle()
    this.#taken = []
  }

  /** Those that were taken are to be taken again, after all others. */
  putBack(): void {
    if (!this.#isClosed) this.#waiting.push(...this.#taken)
    this.#taken = []
  }

  /** Leaves in the spool what is not in memory. */
  readNoMore(): void {
    this.#isEnding = true
  }

  /** Lets go of all of them; answers how many of them are in no file. */
  giveUp(): number {
    const lost = [...this.#waiting, ...this.#taken].filter(({ segment }) => !segment).length
    this.#isClosed = true
    this.#waiting = []
    return lost + this.takeDropped()
  }

  /** How many were dropped since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }
}
