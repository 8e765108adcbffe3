/** What an endpoint answered. */
export interface WebhookAnswer {
  statusCode: number
  /** Parsed when it is JSON, else the text; null for none. */
  response: unknown
  /** Whether the body was longer than what was read of it. */
  truncated: boolean
}

/**
 * A call that would fail again in the same way. Its message says why in words that hold nothing of the call, so
 * that it may stand where the address, the headers and the body must not.
 */
export class WebhookRefused extends Error {
  readonly answer: WebhookAnswer | undefined

  constructor(message: string, answer?: WebhookAnswer) {
    super(message)
    this.name = 'WebhookRefused'
    this.answer = answer
  }
}

/** A call that may succeed later. Its message is as safe as that of `WebhookRefused`. */
export class WebhookUnreachable extends Error {
  readonly answer: WebhookAnswer | undefined
  /** How long the endpoint asked to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, extras: { answer?: WebhookAnswer; retryAfterMs?: number | undefined } = {}) {
    super(message)
    this.name = 'WebhookUnreachable'
    this.answer = extras.answer
    this.retryAfterMs = extras.retryAfterMs
  }
}

/** A call that its caller prevented; `cause` is what it threw. */
export class WebhookPrevented extends Error {
  constructor(cause: unknown) {
    super('prevented', { cause })
    this.name = 'WebhookPrevented'
  }
}

const REASONS: [codes: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:ENOTFOUND|ENODATA|EBADNAME|EAI_NONAME|EAI_NODATA)$/, 'unknown host'],
  [/^(?:ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EAI_\w+)$/, 'no answer of the name server'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/, 'connection lost'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host unreachable'],
  [/^HPE_/, 'invalid response'],
  [/CERT|^UNABLE_TO_/, 'certificate not accepted'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'no secure connection'],
]

/** What a call that broke off came to; the error itself may quote the address and stays behind. */
export function failureOf(error: unknown): WebhookRefused | WebhookUnreachable {
  if (error instanceof WebhookRefused || error instanceof WebhookUnreachable) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'network error'
  return new WebhookUnreachable(reason)
}
