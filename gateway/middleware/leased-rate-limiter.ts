import type { LeasePoints } from '../../commands/base/rate-limits/lease-points.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { createEntryCache } from '../../runtime/entry-cache.js'

/** The outcome of counting one request. */
export interface RateLimitResult {
  isAllowed: boolean
  /** How many points are left in the window, as far as this process knows. */
  remaining: number
  resetSeconds: number
}

/** The points that this process has leased, and how many all processes had left after the lease. */
interface Lease {
  points: number
  left: number
  endsAt: number
}

const MAX_LEASE_SHARE = 1 / 50
const SHARE_OF_LEFT = 1 / 5
const MAX_KEYS = 50_000
const TIMEOUT_MS = 2_000
const OPEN_MS = 1_000

/**
 * Counts requests against a limit of all processes together, without a call to MongoDB for each request: a process
 * leases batches of points and spends them from memory. A batch is a fiftieth of the limit, and towards the end a fifth
 * of the points left, so that a process that does not use up its batch keeps less than 2 % of the limit from the
 * others. All processes together never allow more than the limit. While MongoDB is unavailable, a circuit breaker lets
 * requests pass. A process keeps the leases of 50,000 keys; the points of a dropped lease are lost until the window
 * ends.
 */
export class LeasedRateLimiter {
  readonly #limit: number
  readonly #leasePoints: LeasePoints
  readonly #onFailure: (error: unknown) => void
  readonly #leases = createEntryCache<Lease>({ maxEntries: MAX_KEYS })
  readonly #renewals = new Map<string, Promise<void>>()
  #openUntil = 0

  constructor(limit: number, leasePoints: LeasePoints, onFailure: (error: unknown) => void = () => undefined) {
    this.#limit = limit
    this.#leasePoints = leasePoints
    this.#onFailure = onFailure
  }

  /** Counts one request under a key; null while the store is unavailable. */
  async consume(key: string): Promise<RateLimitResult | null> {
    for (;;) {
      const lease = this.#current(key)
      if (lease && (lease.points > 0 || lease.left === 0)) return consumePoint(lease)
      if (!(await this.#renew(key, lease))) return null
    }
  }

  /** Whether this process knows that no process has a point left for a key. */
  isUsedUp(key: string): boolean {
    const lease = this.#current(key)
    return lease?.points === 0 && lease.left === 0
  }

  #current(key: string): Lease | undefined {
    const lease = this.#leases.get(key)
    return lease && lease.endsAt > Date.now() ? lease : undefined
  }

  /** Leases new points, once for all requests that wait for them; false if the store does not answer. */
  async #renew(key: string, previous: Lease | undefined): Promise<boolean> {
    if (Date.now() < this.#openUntil) return false
    let renewal = this.#renewals.get(key)
    if (!renewal) {
      renewal = this.#lease(key, this.#leaseSize(previous?.left ?? this.#limit)).finally(() =>
        this.#renewals.delete(key),
      )
      this.#renewals.set(key, renewal)
    }
    try {
      await withinTime(renewal, TIMEOUT_MS, 'The rate limit had no answer in time')
      return true
    } catch (error) {
      this.#openUntil = Date.now() + OPEN_MS
      this.#onFailure(error)
      return false
    }
  }

  async #lease(key: string, points: number): Promise<void> {
    const { granted, left, endsAt } = await this.#leasePoints(key, points)
    this.#leases.set(key, { points: granted, left, endsAt })
  }

  #leaseSize(left: number): number {
    return Math.max(1, Math.floor(Math.min(this.#limit * MAX_LEASE_SHARE, left * SHARE_OF_LEFT)))
  }
}

function consumePoint(lease: Lease): RateLimitResult {
  const isAllowed = lease.points > 0
  if (isAllowed) lease.points -= 1
  const resetSeconds = Math.max(1, Math.ceil((lease.endsAt - Date.now()) / 1_000))
  return { isAllowed, remaining: lease.points + lease.left, resetSeconds }
}
