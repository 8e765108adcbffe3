import type { ReserveSends } from '../../commands/emails/reserve-sends.js'
import { Waiters, type Waiter } from './waiters.js'

export interface LaneOptions {
  /** Names the schedule that all processes share. */
  schedule: string
  /** How many sends a second the lane holds for all processes together, as far as is known now; above 0. */
  rateOf: () => number
  reserve: ReserveSends
  onFailure: (error: unknown) => void
}

/** Turns that this process may give within a stretch of time, by `performance.now()`. */
interface Lease {
  turns: number
  startsAt: number
  endsAt: number
}

/** The longest stretch reserved at once: what one process may send in a burst. */
export const BLOCK_SECONDS = 0.25
// A stretch shorter than this costs more in asking than it brings.
const SHORTEST_BLOCK_SECONDS = 0.005
// Timers fire late on a busy machine; a turn that is much later would add to those of others.
const LATENESS_MS = 100
const PATIENCE_MS = 2_000
const AWAY_MS = 5_000

/**
 * Gives turns at a rate that holds for all processes together. Stretches of a shared schedule are reserved as
 * they are needed, each for as many sends as the rate allows in it: the more sends wait, the longer the stretch,
 * so that under load one reservation serves many. A turn that is not taken in its stretch is lost. While the
 * schedule cannot be reached, turns go on at the rate last known. Of the sends of this process that wait, those of
 * the more urgent class go first, and among the like projects take turns one by one.
 */
export class Lane {
  readonly #options: LaneOptions
  readonly #waiters = new Waiters()
  #lease: Lease = { turns: 0, startsAt: 0, endsAt: 0 }
  #blockSize = 1
  #isAsking = false
  #timer: NodeJS.Timeout | undefined
  #awayUntil = 0
  #ownNextAt = 0
  #isClosed = false

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Whether nobody waits and nothing is reserved ahead. */
  get isIdle(): boolean {
    return this.#waiters.size === 0 && !this.#isAsking && this.#lease.endsAt < performance.now()
  }

  /** About how long a transactional send would wait for its turn. */
  get urgentWaitMs(): number {
    const now = performance.now()
    const { startsAt, endsAt, turns } = this.#lease
    const untilLease = turns > 0 || endsAt > now ? Math.max(0, startsAt - now) : 0
    const ahead = this.#waiters.sizeOf('transactional')
    return untilLease + (Math.max(0, ahead + 1 - turns) / this.#options.rateOf()) * 1_000
  }

  /** About how long it takes until all that wait had their turn. */
  get backlogMs(): number {
    return (this.#waiters.size / this.#options.rateOf()) * 1_000
  }

  /** Waits for a turn; false when none came in time. */
  take({ patienceMs, ...send }: Pick<Waiter, 'projectId' | 'sendClass'> & { patienceMs: number }): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...send,
        settle(isItsTurn) {
          clearTimeout(timer)
          resolve(isItsTurn)
        },
      }
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter)
        resolve(false)
      }, patienceMs)
      this.#waiters.add(waiter)
      this.#serve()
    })
  }

  /** Gives no more turns. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    while (this.#waiters.size > 0) this.#waiters.next()?.settle(false)
  }

  #serve(): void {
    const now = performance.now()
    const lease = this.#lease
    if (now < lease.startsAt) return this.#wakeAt(lease.startsAt)
    while (lease.turns > 0 && now < lease.endsAt) {
      const next = this.#waiters.next()
      if (!next) return
      lease.turns -= 1
      next.settle(true)
    }
    if (this.#waiters.size > 0 && !this.#isAsking) void this.#ask()
  }

  #wakeAt(at: number): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#serve()
    }, at - performance.now())
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const rate = this.#options.rateOf()
    const turns = this.#nextBlock(rate)
    const durationMs = (turns / rate) * 1_000
    const startsAt = performance.now() + (await this.#delayUntilFree(durationMs))
    this.#lease = { turns, startsAt, endsAt: startsAt + durationMs + LATENESS_MS }
    this.#isAsking = false
    this.#serve()
  }

  // Twice the last one if that was used up, else as many as wait.
  #nextBlock(rate: number): number {
    const most = Math.max(1, Math.floor(rate * BLOCK_SECONDS))
    const least = Math.max(1, Math.floor(rate * SHORTEST_BLOCK_SECONDS))
    const wanted = Math.max(this.#waiters.size, this.#lease.turns === 0 ? this.#blockSize * 2 : 1)
    this.#blockSize = Math.min(most, Math.max(least, wanted))
    return this.#blockSize
  }

  async #delayUntilFree(durationMs: number): Promise<number> {
    const { schedule, reserve, onFailure } = this.#options
    if (performance.now() >= this.#awayUntil) {
      try {
        return await inTime(reserve(schedule, durationMs))
      } catch (error) {
        this.#awayUntil = performance.now() + AWAY_MS
        onFailure(error)
      }
    }
    const now = performance.now()
    const startsAt = Math.max(now, this.#ownNextAt)
    this.#ownNextAt = startsAt + durationMs
    return startsAt - now
  }
}

async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The schedule had no answer in time')), PATIENCE_MS)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
