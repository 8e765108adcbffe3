import type { Share } from '../../commands/base/installation/lease-share.js'

/** The times of a share, in ms. */
export interface ShareTimes {
  everyMs: number
  /** The time between heartbeats while connections pass from one process to another. */
  soonMs: number
  /** How long the share may be used after a heartbeat. */
  usedForMs: number
}

/** Options of a share of the connections to a mail server. */
export interface ConnectionShareOptions {
  /** Renews the lease; `kept` is how many connections may still be open. */
  lease: (kept: number) => Promise<Share>
  release: () => Promise<void>
  /** Keeps at most so many connections; resolves once no more are open. */
  limit: (most: number) => Promise<void>
  /** Called when there are more processes than connections, so that this process gets none. */
  onNone: () => void
  onFailure: (error: unknown) => void
  times?: ShareTimes
}

// Four missing heartbeats, as with relays.
const TIMES: ShareTimes = { everyMs: 2_000, soonMs: 500, usedForMs: 8_000 }

/** How long a lease lasts: the share is used for a part of it, and then the connections end. */
export function leaseMs(endsWithinMs: number, { usedForMs } = TIMES): number {
  return usedForMs + endsWithinMs
}

/**
 * The connections to a mail server that this process may keep: its share of a limit of all processes, by a lease that
 * heartbeats renew. The process closes connections before it gives them up, and stops using all of them early enough
 * that they are closed when a lease ends that could not be renewed.
 */
export class ConnectionShare {
  readonly #options: ConnectionShareOptions
  readonly #times: ShareTimes
  #most = 0
  /** How many connections may be open: more than `#most` until those beyond it are closed. */
  #kept = 0
  #changes = 0
  #isWithout = false
  #timer: NodeJS.Timeout | undefined
  #end: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: ConnectionShareOptions) {
    this.#options = options
    this.#times = options.times ?? TIMES
  }

  /** Begins the heartbeats; resolves after the first. */
  async start(): Promise<void> {
    this.#beating = this.#beat()
    await this.#beating
  }

  /** Ends the heartbeats and leaves the share to the other processes. No connection may be open. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearTimeout(this.#end)
    await this.#beating
    await this.#options.release().catch(this.#options.onFailure)
  }

  async #beat(): Promise<void> {
    const isSettled = await this.#renew().catch((error: unknown) => {
      this.#options.onFailure(error)
      return true
    })
    if (this.#isStopped) return
    const inMs = isSettled ? this.#times.everyMs : this.#times.soonMs
    this.#timer = setTimeout(() => (this.#beating = this.#beat()), inMs)
  }

  /** Renews the lease; returns whether this process has the share that it is to have. */
  async #renew(): Promise<boolean> {
    // The lease counts from the moment when MongoDB has the command, which is later.
    const endsAt = performance.now() + this.#times.usedForMs
    const { share, target } = await this.#options.lease(this.#kept)
    const leftMs = endsAt - performance.now()
    if (this.#isStopped || leftMs <= 0) return false
    clearTimeout(this.#end)
    this.#end = setTimeout(() => this.#limit(0), leftMs)
    this.#limit(Math.min(share, target))
    if (target === 0 && !this.#isWithout) this.#options.onNone()
    this.#isWithout = target === 0
    return share === target
  }

  #limit(most: number): void {
    if (most === this.#most) return
    this.#most = most
    this.#kept = Math.max(this.#kept, most)
    void this.#close(most)
  }

  async #close(most: number): Promise<void> {
    this.#changes += 1
    const change = this.#changes
    await this.#options.limit(most)
    if (change === this.#changes) this.#kept = most
  }
}
