import type { LeasePoints } from '../../commands/rate-limits/lease-points.js'

/** How a request fared at a limit. */
export interface RateVerdict {
  isAllowed: boolean
  /** What is left of the window, as far as this process knows. */
  remaining: number
  resetSeconds: number
}

/** Points that this process may hand out, and those that nobody has taken yet. */
interface Lease {
  own: number
  left: number
  endsAt: number
}

const MAX_BLOCK = 50
const SHARE = 10
const PATIENCE_MS = 2_000
const AWAY_MS = 1_000

/**
 * Counts requests against a limit that holds for all processes together, without asking MongoDB for each: points
 * are leased in blocks and handed out from memory. A block is a tenth of what is left, at most 50, so that
 * blocks shrink towards the limit and little is lost in processes that do not use theirs up; what is handed out
 * over all processes never exceeds the limit. While MongoDB is away requests pass.
 */
export class PointLeases {
  readonly #limit: number
  readonly #take: LeasePoints
  readonly #onFailure: (error: unknown) => void
  readonly #leases = new Map<string, Lease>()
  readonly #asked = new Map<string, Promise<void>>()
  #awayUntil = 0
  #sweepAt = 0

  constructor(limit: number, take: LeasePoints, onFailure: (error: unknown) => void = () => undefined) {
    this.#limit = limit
    this.#take = take
    this.#onFailure = onFailure
  }

  /** Counts one request under a key; null when nobody can tell. */
  async spend(key: string): Promise<RateVerdict | null> {
    for (;;) {
      const lease = this.#current(key)
      if (lease && (lease.own > 0 || lease.left === 0)) return spendOne(lease)
      if (!(await this.#renew(key, lease))) return null
    }
  }

  #current(key: string): Lease | undefined {
    const lease = this.#leases.get(key)
    return lease && lease.endsAt > Date.now() ? lease : undefined
  }

  /** Gets new points, once for all requests that wait for them; false when the store does not answer. */
  async #renew(key: string, known: Lease | undefined): Promise<boolean> {
    if (Date.now() < this.#awayUntil) return false
    let asked = this.#asked.get(key)
    if (!asked) {
      asked = this.#ask(key, blockOf(known?.left ?? this.#limit)).finally(() => this.#asked.delete(key))
      this.#asked.set(key, asked)
    }
    try {
      await inTime(asked)
      return true
    } catch (error) {
      this.#awayUntil = Date.now() + AWAY_MS
      this.#onFailure(error)
      return false
    }
  }

  async #ask(key: string, points: number): Promise<void> {
    const { granted, left, endsAt } = await this.#take(key, points)
    this.#sweep()
    this.#leases.set(key, { own: granted, left, endsAt })
  }

  #sweep(): void {
    const now = Date.now()
    if (now < this.#sweepAt) return
    this.#sweepAt = now + AWAY_MS
    for (const [key, { endsAt }] of this.#leases) if (endsAt <= now) this.#leases.delete(key)
  }
}

function spendOne(lease: Lease): RateVerdict {
  const isAllowed = lease.own > 0
  if (isAllowed) lease.own -= 1
  const resetSeconds = Math.max(1, Math.ceil((lease.endsAt - Date.now()) / 1_000))
  return { isAllowed, remaining: lease.own + lease.left, resetSeconds }
}

function blockOf(left: number): number {
  return Math.max(1, Math.min(MAX_BLOCK, Math.floor(left / SHARE)))
}

async function inTime(asked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The rate limit had no answer in time')), PATIENCE_MS)
  })
  try {
    await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
