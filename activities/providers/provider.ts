/** A composed message on its way to the provider. `from` and `to` are the envelope's addresses. */
export interface OutgoingMessage {
  emailId: string
  projectId: string
  from: string
  to: string
  /** Whether its opens and clicks come to us, so that the provider's own must not count. */
  isTracked: boolean
  raw: Buffer
}

/** What takes messages from us and delivers them. */
export interface EmailProvider {
  readonly name: string
  /** How many messages it takes side by side, where that is limited: one more waits within this process. */
  readonly sideBySide?: number
  /** Hands over one message, once. Throws ProviderError. */
  send(message: OutgoingMessage): Promise<{ providerMessageId: string }>
  /** How many messages a second the account may send, where the provider tells; Infinity for any number. */
  maxSendRate?(): Promise<number>
  close(): void
}

/**
 * What a failed hand-over means for the message.
 * - `throttled`: not taken, we are too fast or over a quota
 * - `temporary`: not taken, it may be in a while
 * - `permanent`: refused, and will be again
 * - `unknown`: the answer was lost, so it may have been taken
 */
export type ProviderErrorKind = 'throttled' | 'temporary' | 'permanent' | 'unknown'

/**
 * A hand-over that failed. Its message holds the provider's name, status and error code and
 * nothing of the mail; the original, which may quote addresses, is the `cause`.
 */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** The provider's own word for it, such as `MessageRejected`. */
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
