import { setTimeout as delay } from 'node:timers/promises'
import type { EmailProvider } from '../../activities/providers/provider.js'
import { shareNumber, type SharedNumber } from '../../runtime/threads/shared-number.js'
import { divideConnections } from '../campaign-threads/divide.js'

/** Options of the connections of a worker. */
export interface DividedConnectionsOptions {
  provider: Pick<EmailProvider, 'limitConnections'>
  /** How many threads send campaigns. */
  threads: number
  /** The longest time until a connection beyond a lowered limit is closed. */
  endsWithinMs: number
}

/**
 * Divides the connections that a worker may keep among its campaign threads and the rest of it: the threads have theirs
 * only while they are used. Connections pass from one to the other once they are closed, so that all together never
 * exceed the limit.
 */
export class DividedConnections {
  readonly #options: DividedConnectionsOptions
  readonly #ofThread = shareNumber(0)
  #ofRest = 0
  #most = 0
  #isUsed = false
  #version = 0
  /** Until when threads may keep more than their present number, by `performance.now()`. */
  #threadsEndAt = 0

  constructor(options: DividedConnectionsOptions) {
    this.#options = options
    void options.provider.limitConnections?.(0)
  }

  /** The number of connections of each thread. */
  get ofThread(): SharedNumber {
    return this.#ofThread.shared
  }

  /** Whether the worker may use a connection. */
  get isAny(): boolean {
    return this.#most > 0
  }

  /** Whether each thread may have a connection. */
  get isEnoughForThreads(): boolean {
    return divideConnections(this.#most, this.#options.threads).ofThread > 0
  }

  /** Keeps at most `most` from now on. Resolves once no more are open; the division may have changed again by then. */
  limit(most: number): Promise<void> {
    this.#most = most
    return this.#divide()
  }

  /** Notes that the first thread is about to start, or that the last one has ended. */
  use(isUsed: boolean): void {
    this.#isUsed = isUsed
    // The connections of a thread end with it.
    if (!isUsed) this.#threadsEndAt = 0
    void this.#divide()
  }

  async #divide(): Promise<void> {
    this.#version += 1
    const version = this.#version
    const { provider, threads, endsWithinMs } = this.#options
    const unused = { ofThread: 0, ofRest: this.#most }
    const { ofThread, ofRest } = this.#isUsed ? divideConnections(this.#most, threads) : unused
    const now = performance.now()
    if (ofThread < this.#ofThread.value && this.#isUsed) this.#threadsEndAt = now + endsWithinMs
    this.#ofThread.set(Math.min(ofThread, this.#ofThread.value))
    this.#ofRest = Math.min(ofRest, this.#ofRest)
    const waitMs = this.#threadsEndAt - now
    await Promise.all([
      provider.limitConnections?.(this.#ofRest),
      waitMs > 0 && delay(waitMs, undefined, { ref: false }),
    ])
    if (version !== this.#version) return
    this.#ofThread.set(ofThread)
    this.#ofRest = ofRest
    void provider.limitConnections?.(ofRest)
  }
}
