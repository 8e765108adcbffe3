/** A composed message on its way to the provider. `from` and `to` are the envelope's addresses. */
export interface OutgoingMessage {
  emailId: string
  projectId: string
  from: string
  to: string
  /** Whether its links and its pixel lead to us, so that the provider's own tracking must not count. */
  isTracked: boolean
  raw: Buffer
}

/** What the provider answers to a message that it accepted. */
export interface Accepted {
  providerMessageId: string
  /** The id that SES gave the message and names in its notifications; missing for other providers. */
  sesMessageId?: string
}

/** The service that takes messages from us and delivers them. */
export interface EmailProvider {
  readonly name: string
  /**
   * How many messages the provider takes concurrently now, where that is limited; further ones wait within this
   * process.
   */
  readonly concurrency?: () => number
  /**
   * Keeps at most `most` connections from now on, where their number is limited; connections in use beyond that end
   * after their message. Resolves once no more are open.
   */
  limitConnections?(most: number): Promise<void>
  /** Submits one message, once. Throws ProviderError. */
  send(message: OutgoingMessage): Promise<Accepted>
  /** How many messages a second the account may send, where the provider tells; Infinity for any number. */
  maxSendRate?(): Promise<number>
  close(): void
}

/**
 * The meaning of a failed submission for the message.
 * - `throttled`: not accepted, because we are too fast or over a quota
 * - `temporary`: not accepted, but a later attempt may succeed
 * - `permanent`: refused, as every later attempt would be
 * - `unknown`: the answer was lost, so the provider may have accepted the message
 */
export type ProviderErrorKind = 'throttled' | 'temporary' | 'permanent' | 'unknown'

/**
 * A failed submission. Its message holds the provider's name, status and error code and nothing of the mail; the
 * original error, which may quote addresses, is the `cause`.
 */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** The provider's error code, such as `MessageRejected`. */
  readonly code: string
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ProviderErrorKind,
    failure: { provider: string; code: string; status?: number | undefined; retryAfterMs?: number | undefined },
    cause?: unknown,
  ) {
    const status = failure.status === undefined ? '' : `${failure.status} `
    super(`${failure.provider}: ${status}${failure.code} (${kind})`, { cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.code = failure.code
    this.retryAfterMs = failure.retryAfterMs
  }
}
