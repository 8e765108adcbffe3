import type { ReserveSends } from '../../commands/sending/emails/reserve-sends.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { PermitQueue, type PermitRequest } from './permit-queue.js'

export interface RateLimiterOptions {
  /** Name of the schedule that all processes share. */
  schedule: string
  /** Sends a second of all processes together, as far as is known now; above 0. */
  rateOf: () => number
  reserve: ReserveSends
  onFailure: (error: unknown) => void
}

/** Permits that this process may grant within an interval of time, by `performance.now()`. */
interface Lease {
  permits: number
  startsAt: number
  endsAt: number
}

/** The longest interval of a lease, and so the longest burst of one process. */
export const MAX_LEASE_SECONDS = 0.25
// The reservation of a shorter interval costs more than the permits in it save.
const MIN_LEASE_SECONDS = 0.005
// Timers fire late on a busy machine; a permit that is granted much later would add to the rate of other processes.
const LATENESS_MS = 100
const RESERVE_TIMEOUT_MS = 2_000
const RETRY_RESERVE_MS = 1_000

/**
 * Grants permits at a rate that all processes keep together. Each process leases intervals of a shared schedule, with
 * as many permits as the rate allows in the interval. The intervals grow with the number of waiting sends, so that
 * under load one reservation serves many. A permit that is not used in its interval is lost. While the schedule cannot
 * be reached, no permit is granted: no email could be claimed either.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #queue = new PermitQueue()
  #lease: Lease = { permits: 0, startsAt: 0, endsAt: 0 }
  #leaseSize = 1
  #isReserving = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RateLimiterOptions) {
    this.#options = options
  }

  /** Whether no send waits and no lease is valid. */
  get isIdle(): boolean {
    return this.#queue.size === 0 && !this.#isReserving && this.#lease.endsAt < performance.now()
  }

  /** About how long a transactional send would wait for a permit. */
  get urgentWaitMs(): number {
    const now = performance.now()
    const { startsAt, endsAt, permits } = this.#lease
    const untilLease = permits > 0 || endsAt > now ? Math.max(0, startsAt - now) : 0
    const ahead = this.#queue.sizeOf('transactional')
    return untilLease + (Math.max(0, ahead + 1 - permits) / this.#options.rateOf()) * 1_000
  }

  /** About how long all waiting sends need for their permits. */
  get backlogMs(): number {
    return (this.#queue.size / this.#options.rateOf()) * 1_000
  }

  /** Waits for a permit; false when none was granted within `timeoutMs`. */
  acquire({
    timeoutMs,
    ...send
  }: Pick<PermitRequest, 'projectId' | 'sendClass'> & { timeoutMs: number }): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false)
    return new Promise((resolve) => {
      const request: PermitRequest = {
        ...send,
        resolve(isGranted) {
          clearTimeout(timer)
          resolve(isGranted)
        },
      }
      const timer = setTimeout(() => {
        this.#queue.delete(request)
        resolve(false)
      }, timeoutMs)
      this.#queue.add(request)
      this.#grant()
    })
  }

  /** Grants no more permits and refuses the waiting sends. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    while (this.#queue.size > 0) this.#queue.next()?.resolve(false)
  }

  #grant(): void {
    const now = performance.now()
    const lease = this.#lease
    if (now < lease.startsAt) return this.#grantAt(lease.startsAt)
    while (lease.permits > 0 && now < lease.endsAt) {
      const next = this.#queue.next()
      if (!next) return
      lease.permits -= 1
      next.resolve(true)
    }
    if (this.#queue.size > 0 && !this.#isReserving) void this.#renewLease()
  }

  #grantAt(at: number): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#grant()
    }, at - performance.now())
  }

  async #renewLease(): Promise<void> {
    this.#isReserving = true
    this.#lease = await this.#reserveLease()
    this.#isReserving = false
    this.#grant()
  }

  /**
   * Reserves an interval of the shared schedule. While the schedule cannot be reached, a lease without permits makes
   * the pause before the next attempt.
   */
  async #reserveLease(): Promise<Lease> {
    const { schedule, rateOf, reserve, onFailure } = this.#options
    const rate = rateOf()
    const permits = this.#nextLeaseSize(rate)
    const durationMs = (permits / rate) * 1_000
    try {
      const late = 'The reservation of sends took too long'
      const waitMs = await withinTime(reserve(schedule, durationMs), RESERVE_TIMEOUT_MS, late)
      const startsAt = performance.now() + waitMs
      return { permits, startsAt, endsAt: startsAt + durationMs + LATENESS_MS }
    } catch (error) {
      onFailure(error)
      const retryAt = performance.now() + RETRY_RESERVE_MS
      return { permits: 0, startsAt: retryAt, endsAt: retryAt }
    }
  }

  // A lease has twice the permits of the last one when that was used up, otherwise as many as there are waiting sends.
  #nextLeaseSize(rate: number): number {
    const most = Math.max(1, Math.floor(rate * MAX_LEASE_SECONDS))
    const least = Math.max(1, Math.floor(rate * MIN_LEASE_SECONDS))
    const wanted = Math.max(this.#queue.size, this.#lease.permits === 0 ? this.#leaseSize * 2 : 1)
    this.#leaseSize = Math.min(most, Math.max(least, wanted))
    return this.#leaseSize
  }
}
