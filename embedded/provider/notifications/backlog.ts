import type { PendingNotifications } from '../storage/message-store.js'

/** SNS's backoff, shortened for a laptop: half a second, doubled, ten seconds at most. */
const DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 10_000] as const

/** The events that wait to be published, in the order in which they leave. */
export class Backlog {
  private readonly sends = new Fifo<PendingNotifications>()
  private readonly followUps = new Fifo<PendingNotifications>()
  /** One queue for each delay, because within a delay the first to come is the first due. */
  private readonly retries = DELAYS_MS.map(() => new Fifo<{ pending: PendingNotifications; dueAt: number }>())

  add(pending: PendingNotifications): void {
    const queue = pending.next === 0 ? this.sends : this.followUps
    queue.push(pending)
  }

  /** Defers an event after a failure, longer after each attempt. */
  defer(pending: PendingNotifications, now: number): void {
    const step = Math.min(pending.attempts, DELAYS_MS.length - 1)
    pending.attempts += 1
    this.retries[step]?.push({ pending, dueAt: now + (DELAYS_MS[step] ?? 0) })
  }

  /**
   * Takes the next event that is due. Send events go before Delivery and the rest: under load a sender may be waiting
   * for one, which resolves whether its message left.
   */
  take(now: number): PendingNotifications | undefined {
    const due = this.retries.find((queue) => (queue.peek()?.dueAt ?? Infinity) <= now)
    return due?.shift()?.pending ?? this.sends.shift() ?? this.followUps.shift()
  }

  /** When the next retry is due, in ms; Infinity when none waits. */
  nextRetryAt(): number {
    return Math.min(...this.retries.map((queue) => queue.peek()?.dueAt ?? Infinity))
  }

  get size(): number {
    return this.retries.reduce((sum, queue) => sum + queue.size, this.sends.size + this.followUps.size)
  }
}

/** A first-in, first-out queue. Array.shift would move all of the many thousands of items each time. */
class Fifo<T> {
  private items: T[] = []
  private head = 0

  get size(): number {
    return this.items.length - this.head
  }

  peek(): T | undefined {
    return this.items[this.head]
  }

  push(item: T): void {
    this.items.push(item)
  }

  shift(): T | undefined {
    const item = this.items[this.head]
    if (item === undefined) return undefined
    this.head += 1
    if (this.head > 1_024 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head)
      this.head = 0
    }
    return item
  }
}
