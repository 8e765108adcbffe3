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
const MAX_REFUSALS = 10
// A message has a hundred recipients at most.
const MAX_REPLIES = 300
const MAX_MESSAGES = 100

/** One connection of a mail server: what it has achieved, and when it has to go. Times are of the monotonic clock. */
export class Visit {
  readonly network: string
  /** When it last had a recipient accepted or a message taken. */
  progressAt: number
  readonly #limits: VisitLimits
  readonly #openedAt: number
  #message: { beganAt: number; bytes: number; isComplete: boolean } | null = null
  #refusals = 0
  #replies = 0
  #messages = 0

  constructor(network: string, limits: VisitLimits) {
    this.network = network
    this.#limits = limits
    this.#openedAt = performance.now()
    this.progressAt = this.#openedAt
  }

  get isInMessage(): boolean {
    return this.#message !== null
  }

  /** Whether it has sent as many messages as a connection may. */
  get hasSentAll(): boolean {
    return this.#messages >= MAX_MESSAGES
  }

  /** Notes that a recipient was accepted. */
  noteRecipient(): void {
    this.progressAt = performance.now()
  }

  beginMessage(): void {
    this.#message = { beganAt: performance.now(), bytes: 0, isComplete: false }
  }

  noteBytes(bytes: number): void {
    if (this.#message) this.#message.bytes += bytes
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
    this.progressAt = performance.now()
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
      return now - this.progressAt > idleMs ? '4.4.2 No message came in time' : null
    }
    const { beganAt, bytes, isComplete } = this.#message
    if (isComplete) return null
    const ms = now - beganAt
    if (ms > messageMs) return '4.4.2 The message did not come in whole in time'
    const isSlow = ms > idleMs && bytes < (LEAST_BYTES_PER_SECOND * ms) / 1_000
    return isSlow ? '4.4.2 The message comes too slowly' : null
  }
}
