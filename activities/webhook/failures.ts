import type { WebhookFailure, WebhookReason } from '../../models/domain/step-reasons.js'

/** The answer of an endpoint. */
export interface WebhookAnswer {
  statusCode: number
  /** The parsed JSON, or the text of another type; null for an empty body. */
  response: unknown
  /** Whether the body was longer than the part that was read. */
  truncated: boolean
}

/**
 * A call that would fail again in the same way. Its message contains nothing of the call, so that it may appear where
 * address, headers and body must not.
 */
export class WebhookRefused extends Error {
  readonly answer: WebhookAnswer | undefined

  constructor(message: WebhookFailure, answer?: WebhookAnswer) {
    super(message)
    this.name = 'WebhookRefused'
    this.answer = answer
  }
}

/** A call that may succeed later. Its message is as safe as the message of `WebhookRefused`. */
export class WebhookUnreachable extends Error {
  readonly answer: WebhookAnswer | undefined
  /** The pause that the endpoint asked for. */
  readonly retryAfterMs: number | undefined

  constructor(message: WebhookFailure, extras: { answer?: WebhookAnswer; retryAfterMs?: number | undefined } = {}) {
    super(message)
    this.name = 'WebhookUnreachable'
    this.answer = extras.answer
    this.retryAfterMs = extras.retryAfterMs
  }
}

/** A call that its caller prevented; `cause` is the caller's error. */
export class WebhookPrevented extends Error {
  constructor(cause: unknown) {
    super('prevented', { cause })
    this.name = 'WebhookPrevented'
  }
}

const REASONS: [codes: RegExp, reason: WebhookReason][] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(?:ENOTFOUND|ENODATA|EBADNAME|EAI_NONAME|EAI_NODATA)$/, 'unknown host'],
  [/^(?:ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EAI_\w+)$/, 'no response from the name server'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE)$/, 'connection lost'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'host unreachable'],
  [/^HPE_/, 'invalid response'],
  [/CERT|^UNABLE_TO_/, 'certificate rejected'],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/, 'secure connection failed'],
]

/** The failure for an error of a call; the error itself may quote the address and is not passed on. */
export function failureOf(error: unknown): WebhookRefused | WebhookUnreachable {
  if (error instanceof WebhookRefused || error instanceof WebhookUnreachable) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'network error'
  return new WebhookUnreachable(reason)
}
