import { Pace } from './pace.js'

/** The limits on one connection. */
export interface VisitLimits {
  /** From the opening of a connection to its end, a message under way excepted. */
  connectionMs: number
  /** Without an accepted recipient or a message. */
  idleMs: number
  /** From DATA to the end of the message. */
  messageMs: number
}

// A slower sender would hold memory and its place for nothing: RFC 5321 4.5.3.2.5 waits for three minutes for each block.
const LEAST_BYTES_PER_SECOND = 1_024
// A sender that is slower than this loses its place when all are taken, once it is so far behind.
const GOOD_BYTES_PER_SECOND = 64 * 1_024
const BEHIND_OF_IDLE = 1 / 30
const MAX_REFUSALS = 10
// A message has a hundred recipients at most.
const MAX_REPLIES = 300
const MAX_MESSAGES = 100

/** One connection of a mail server: what it has achieved, and when it has to go. Times are of the monotonic clock. */
export class Visit {
  /** The network of its client, and the site to which that network belongs. */
  readonly network: string
  readonly site: string
  /** When it last had a recipient accepted or a message taken. */
  #progressAt: number
  readonly #limits: VisitLimits
  readonly #openedAt: number
  #message: { beganAt: number; least: Pace; good: Pace; isComplete: boolean } | null = null
  #refusals = 0
  #replies = 0
  #messages = 0

  constructor({ network, site }: Pick<Visit, 'network' | 'site'>, limits: VisitLimits) {
    this.network = network
    this.site = site
    this.#limits = limits
    this.#openedAt = performance.now()
    this.#progressAt = this.#openedAt
  }

  /** For how long it has used its place for nothing, in ms; null while a message comes fast enough or waits for us. */
  get wastedMs(): number | null {
    if (!this.#message) return performance.now() - this.#progressAt
    const { good, isComplete } = this.#message
    return isComplete || good.behindMs < this.#limits.idleMs * BEHIND_OF_IDLE ? null : good.behindMs
  }

  /** Whether it has sent as many messages as a connection may. */
  get hasSentAll(): boolean {
    return this.#messages >= MAX_MESSAGES
  }

  /** Notes that a recipient was accepted. */
  noteRecipient(): void {
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

  noteBytes(bytes: number): void {
    this.#message?.least.note(bytes)
    this.#message?.good.note(bytes)
  }

  /** Notes that the message is here, and that the client waits for us. */
  completeMessage(): void {
    if (this.#message) this.#message.isComplete = true
  }

  /** Notes that a message is answered. */
  endMessage(): void {
    this.#message = null
    this.#messages += 1
    this.#replies = 0
    this.#progressAt = performance.now()
  }

  /** Counts a reply; the reason to answer 421 in its place, if there is one. */
  noteReply(code: number): string | null {
    this.#replies += 1
    if (code >= 400) this.#refusals += 1
    if (this.#refusals > MAX_REFUSALS) return '4.7.0 Too many refused commands'
    return this.#replies > MAX_REPLIES ? '4.7.0 Too many commands without a message' : null
  }

  /** Why the connection has to go by now; null while it may stay. */
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
