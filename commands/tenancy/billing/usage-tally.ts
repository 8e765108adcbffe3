import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { monthOf, type BillingCategory } from '../../../models/domain/billing.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { LEASE_MS, leaseEmails, returnEmails, type KnownRead, type Leased, type TallyKey } from './lease-emails.js'
import { notifyOfUsage } from './notify-of-usage.js'

/** A reservation of emails of a category. It counts as usage until it is completed. */
export interface Reservation {
  /** How many of the wanted emails the limit leaves room for. */
  granted: number
  /** The emails of the month, for a reservation that got fewer than were wanted; 0 for a whole one. */
  usage: number
  /** Releases the granted emails that were not stored: `accepted` is how many were. */
  complete(accepted: number): void
}

/** A block of emails that this process has leased. */
interface Block {
  id: string
  limit: number
  granted: number
  /** Whether the tally counts on emails that come back: more or fewer were leased than were wanted. */
  isOpen: boolean
  /** How many are not reserved yet, and may be until `endsAt` (by `performance.now()`). */
  rest: number
  endsAt: number
  /** How many are reserved and not completed. */
  open: number
}

/** A caller that waits for emails. */
interface Waiter {
  limit: number
  wanted: number
  isWhole: boolean
  resolve: (reservation: Reservation) => void
  reject: (error: unknown) => void
}

const MOST_OF_BLOCK = 1_000
// While other processes may give emails back, a lease that was too small is tried again.
const RETRY_MS = 200
const WAIT_MS = LEASE_MS + 1_000
// A limit without room is not asked for again for so long.
const REFUSED_MS = 1_000
const MAX_TALLIES = 40_000

const tallies = new LRUCache<string, LeasedTally>({ max: MAX_TALLIES })

/**
 * Reserves emails of this month as far as a limit leaves room; with `isWhole` all of them or none. All processes
 * together never exceed the limit. While other processes may still give back what they leased, a caller that the rest
 * does not suffice for waits for it, for some seconds.
 */
export async function reserveWithin(
  limit: number,
  { projectId, category }: { projectId: string; category: BillingCategory },
  wanted: number,
  { isWhole = false } = {},
): Promise<Reservation> {
  return tallyOf(projectId, category).reserve(limit, wanted, isWhole)
}

/** The emails of this month as a limit sees them: without those that processes may still give back. */
export async function usageWithin(limit: number, projectId: string, category: BillingCategory): Promise<number> {
  return tallyOf(projectId, category).usage(limit)
}

function tallyOf(projectId: string, category: BillingCategory): LeasedTally {
  const month = monthOf(databaseNow()).start
  const id = `${projectId} ${month.getTime()} ${category}`
  const tally = tallies.get(id) ?? new LeasedTally({ projectId, category, month })
  tallies.set(id, tally)
  return tally
}

/**
 * Reserves emails of a tally of all processes, without a command of MongoDB for each of them. A process leases blocks
 * and spends them from memory. A block has the emails that are wanted at the moment; while emails keep coming, each is
 * twice as large as the one before, up to a hundredth of what the limit leaves. So the last emails of a limit are
 * leased one by one. The rest of a block is given back after some seconds.
 */
class LeasedTally {
  readonly #key: TallyKey
  #block: Block | null = null
  #waiting: Waiter[] = []
  #isServing = false
  #returning: Promise<void> = Promise.resolve()
  #refusal = { emails: 0, until: -Infinity }
  // How many emails the next block has, if it is leased soon.
  #pace = { emails: 0, at: -Infinity }
  #read: KnownRead | undefined

  constructor(key: TallyKey) {
    this.#key = key
  }

  async reserve(limit: number, wanted: number, isWhole: boolean): Promise<Reservation> {
    const reserved = this.#isServing ? null : this.#take(limit, wanted)
    if (reserved) return reserved
    const { emails, until } = this.#refusal
    if (performance.now() < until && limit - emails < (isWhole ? wanted : 1)) return refused(emails)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ limit, wanted, isWhole, resolve, reject })
      if (!this.#isServing) void this.#serve()
    })
  }

  async usage(limit: number): Promise<number> {
    await this.#returning
    const lease = { block: newId(), limit, wanted: 0, least: 0, most: 0, knownRead: this.#read }
    const { emails, openElsewhere } = await leaseEmails(this.#key, lease)
    return emails - openElsewhere
  }

  async #serve(): Promise<void> {
    this.#isServing = true
    while (this.#waiting[0]) {
      const { limit } = this.#waiting[0]
      const together = this.#waiting.filter((waiter) => waiter.limit === limit)
      this.#waiting = this.#waiting.filter((waiter) => waiter.limit !== limit)
      try {
        await this.#answer(limit, together)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    this.#isServing = false
  }

  /** Answers callers that have the same limit, with one lease for all of them. */
  async #answer(limit: number, waiters: readonly Waiter[]): Promise<void> {
    const deadline = performance.now() + WAIT_MS
    let short = waiters.filter(({ wanted, resolve }) => !this.#resolveWith(resolve, this.#take(limit, wanted)))
    while (short.length > 0) {
      const { emails, granted, openElsewhere } = await this.#lease(limit, short)
      short = short.filter(({ wanted, isWhole, resolve }) => {
        const left = this.#block?.rest ?? 0
        const most = isWhole ? wanted : Math.min(wanted, Math.max(1, left))
        return !this.#resolveWith(resolve, this.#take(limit, most))
      })
      if (short.length === 0) return
      const rest = this.#block?.rest ?? 0
      if (granted > 0) await this.#returnBlock()
      if (openElsewhere > 0 && performance.now() < deadline) {
        await delay(RETRY_MS)
        continue
      }
      this.#refusal = { emails: emails - rest, until: performance.now() + REFUSED_MS }
      for (const { resolve } of short) resolve(refused(emails - rest))
      return
    }
  }

  #resolveWith(resolve: Waiter['resolve'], reservation: Reservation | null): boolean {
    if (reservation) resolve(reservation)
    return reservation !== null
  }

  /** Reserves emails of the current block; null if it has too few, or was leased under another limit. */
  #take(limit: number, wanted: number): Reservation | null {
    const block = this.#block
    if (!block || block.limit !== limit || block.rest < wanted || performance.now() >= block.endsAt) return null
    block.rest -= wanted
    block.open += wanted
    let isCompleted = false
    return {
      granted: wanted,
      usage: 0,
      complete: (accepted) => {
        if (isCompleted) return
        isCompleted = true
        block.open -= wanted
        if (accepted < wanted) this.#release(block, wanted - accepted)
      },
    }
  }

  /** Takes back reserved emails that were not accepted. */
  #release(block: Block, emails: number): void {
    this.#refusal.until = -Infinity
    const isCurrent = block === this.#block && block.isOpen && performance.now() < block.endsAt
    if (isCurrent) block.rest += emails
    else this.#return(block, emails)
  }

  async #lease(limit: number, waiters: readonly Waiter[]): Promise<Leased> {
    await this.#returning
    const now = performance.now()
    const before = this.#close()
    const wanted = waiters.reduce((sum, waiter) => sum + waiter.wanted, 0)
    const id = newId()
    const leased = await leaseEmails(this.#key, {
      block: id,
      limit,
      wanted,
      least: Math.min(...waiters.map((waiter) => (waiter.isWhole ? waiter.wanted : 1))),
      most: now - this.#pace.at < LEASE_MS ? Math.min(MOST_OF_BLOCK, this.#pace.emails) : 0,
      returned: before && { block: before.id, emails: before.rest },
      knownRead: this.#read,
    })
    this.#read = leased.read
    // Without a wait: the emails do not depend on it.
    void notifyOfUsage(this.#key, limit, leased.emails)
    const { granted } = leased
    if (granted > 0) {
      const isOpen = granted !== wanted
      this.#block = { id, limit, granted, isOpen, rest: granted, endsAt: now + LEASE_MS, open: 0 }
      this.#endLater(this.#block)
    }
    return leased
  }

  /** Ends the current block; returns it if the tally does not know yet that nothing of it is left. */
  #close(): Block | undefined {
    const block = this.#block
    this.#block = null
    if (!block) return undefined
    const isUsedUp = block.rest === 0
    this.#pace = { emails: isUsedUp ? 2 * block.granted : block.granted - block.rest, at: performance.now() }
    const ended = { ...block }
    block.rest = 0
    return block.isOpen || !isUsedUp ? ended : undefined
  }

  async #returnBlock(): Promise<void> {
    const block = this.#close()
    if (block) this.#return(block, block.rest)
    await this.#returning
  }

  /** Gives back emails of a block. If that fails, the tally regains them by its reads of the counters. */
  #return({ id }: Block, emails: number): void {
    const before = this.#returning
    this.#returning = before.then(() => returnEmails(this.#key, id, emails)).catch(() => undefined)
  }

  #endLater(block: Block): void {
    setTimeout(() => this.#end(block), LEASE_MS).unref()
  }

  /** Gives back the rest of a block. Its open reservations keep the block in the tally until they are completed. */
  #end(block: Block): void {
    const { rest } = block
    if (block === this.#block) this.#close()
    if (rest > 0 || block.open > 0) this.#return(block, rest)
    if (block.open > 0) this.#endLater(block)
  }
}

function refused(usage: number): Reservation {
  return { granted: 0, usage, complete: () => undefined }
}
