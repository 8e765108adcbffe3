import type { EngagementFact } from '../../models/domain/email-facts.js'
import type { SpoolFile } from './spool-file.js'
import type { Spool } from './spool.js'

/** A fact that is not recorded yet, its spool file, and how often recording it alone failed. */
export interface QueuedFact {
  fact: EngagementFact
  file: SpoolFile | null
  attemptsAlone: number
}

/** Facts that are not recorded yet: all of them in the spool, and as many as there is room for in memory too. */
export class FactQueue {
  #queued: QueuedFact[] = []
  #taken: QueuedFact[] = []
  #dropped = 0
  #isReadingStopped = false
  #isClosed = false
  readonly #spool: Spool | null
  readonly #limit: number

  constructor(spool: Spool | null, limit: number) {
    this.#spool = spool
    this.#limit = limit
  }

  /** How many facts are in memory and not taken. */
  get size(): number {
    return this.#queued.length
  }

  /** Adds a fact. It is dropped only when there is room for it neither on disk nor in memory. */
  add(fact: EngagementFact): void {
    const file = this.#spool?.append(fact) ?? null
    if (this.#queued.length < this.#limit && !this.#isClosed) this.#queued.push({ fact, file, attemptsAlone: 0 })
    else if (file) file.evict()
    else this.#dropped += 1
  }

  /** Takes the first `count` facts, and reads more from the spool when memory holds fewer. */
  async take(count: number): Promise<QueuedFact[]> {
    while (this.#queued.length < count && !this.#isReadingStopped) {
      const read = await this.#spool?.readBack()
      if (!read) break
      const { facts, file } = read
      this.#queued.push(...facts.map((fact) => ({ fact, file, attemptsAlone: 0 })))
    }
    this.#taken = this.#queued.splice(0, count)
    return this.#taken
  }

  /** Removes the taken facts for good: they are recorded or given up. */
  complete(): void {
    for (const { file } of this.#taken) file?.complete()
    this.#taken = []
  }

  /** Puts the taken facts at the end of the queue. */
  putBack(): void {
    if (!this.#isClosed) this.#queued.push(...this.#taken)
    this.#taken = []
  }

  /** Reads nothing more from the spool. */
  stopReading(): void {
    this.#isReadingStopped = true
  }

  /** Empties memory for good; answers how many facts are lost because no file holds them. */
  close(): number {
    const lost = [...this.#queued, ...this.#taken].filter(({ file }) => !file).length
    this.#isClosed = true
    this.#queued = []
    return lost + this.drainDropped()
  }

  /** How many facts were dropped since the last call. */
  drainDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }
}
