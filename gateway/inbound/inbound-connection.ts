import { Pace } from './pace.js'

/** The limits on one connection. */
export interface ConnectionLimits {
  /** From the opening of a connection to its end; a message under way may still arrive. */
  connectionMs: number
  /** The time without an accepted recipient or a message. */
  idleMs: number
  /** From DATA to the end of the message. */
  messageMs: number
}

// A slower sender would occupy memory and its place for too long. RFC 5321 4.5.3.2.5 has a client wait three minutes
// for each block.
const LEAST_BYTES_PER_SECOND = 1_024
// When all places are taken, a sender that is slower loses its place once it is behind by this part of `idleMs`.
const GOOD_BYTES_PER_SECOND = 64 * 1_024
const BEHIND_OF_IDLE = 1 / 30
const MAX_REFUSALS = 10
// A message has a hundred recipients at most.
const MAX_REPLIES = 300
const MAX_MESSAGES = 100

/** One connection of a mail server: its progress, and when to end it. Times are of the monotonic clock. */
export class InboundConnection {
  /** The network of the client, and the site to which that network belongs. */
  readonly network: string
  readonly site: string
  /** When a recipient was last accepted or a message last answered. */
  #progressAt: number
  readonly #limits: ConnectionLimits
  readonly #openedAt: number
  #message: { beganAt: number; least: Pace; good: Pace; isComplete: boolean } | null = null
  #refusals = 0
  #replies = 0
  #messages = 0

  constructor({ network, site }: Pick<InboundConnection, 'network' | 'site'>, limits: ConnectionLimits) {
    this.network = network
    this.site = site
    this.#limits = limits
    this.#openedAt = performance.now()
    this.#progressAt = this.#openedAt
  }

  /**
   * For how long the connection has wasted its place by `now` of `performance.now()`, in ms; null while a message
   * arrives fast enough or waits for its answer.
   */
  wastedMs(now: number): number | null {
    if (!this.#message) return now - this.#progressAt
    const { good, isComplete } = this.#message
    return isComplete || good.behindMs < this.#limits.idleMs * BEHIND_OF_IDLE ? null : good.behindMs
  }

  /** Whether the client has sent as many messages as a connection may. */
  get hasSentAll(): boolean {
    return this.#messages >= MAX_MESSAGES
  }

  /** Records that a recipient was accepted. */
  acceptRecipient(): void {
    this.#progressAt = performance.now()
  }

  beginMessage(): void {
    this.#message = {
      beganAt: performance.now(),
      least: new Pace(LEAST_BYTES_PER_SECOND),
      good: new Pace(GOOD_BYTES_PER_SECOND),
      isComplete: false,
    }
  }

  countBytes(bytes: number): void {
    this.#message?.least.count(bytes)
    this.#message?.good.count(bytes)
  }

  /** Records that the message has arrived, and that the client waits for the answer. */
  completeMessage(): void {
    if (this.#message) this.#message.isComplete = true
  }

  /** Records that a message is answered. */
  endMessage(): void {
    this.#message = null
    this.#messages += 1
    this.#replies = 0
    this.#progressAt = performance.now()
  }

  /** Counts a reply; returns the reason to answer 421 instead, or null. */
  countReply(code: number): string | null {
    this.#replies += 1
    if (code >= 400) this.#refusals += 1
    if (this.#refusals > MAX_REFUSALS) return '4.7.0 Too many refused commands'
    return this.#replies > MAX_REPLIES ? '4.7.0 Too many commands without a message' : null
  }

  /** The reason to end the connection now; null while it may stay open. */
  overdue(): string | null {
    const { connectionMs, idleMs, messageMs } = this.#limits
    const now = performance.now()
    if (!this.#message) {
      if (now - this.#openedAt > connectionMs) return '4.4.2 The connection has lasted too long'
      return now - this.#progressAt > idleMs ? '4.4.2 No message came in time' : null
    }
    const { beganAt, least, isComplete } = this.#message
    if (isComplete) return null
    if (now - beganAt > messageMs) return '4.4.2 The message did not come in whole in time'
    return least.behindMs > idleMs ? '4.4.2 The message comes too slowly' : null
  }
}
