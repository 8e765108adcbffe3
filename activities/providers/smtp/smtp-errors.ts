import { ProviderError, type ProviderErrorKind } from '../provider.js'
import type { Reply } from './reply.js'

// Words by which servers refuse mail that comes too fast or beyond a quota.
const THROTTLED = /throttl|\brate\b|too many|too fast|too much|slow down|quota|limit|4\.7\.28|exceeded|concurren/i
// The usual statuses of a temporary refusal; SES answers 454 over SMTP.
const MAY_BE_THROTTLED = new Set([421, 450, 451, 452, 454])

// Faults of the account or its settings, which an operator can correct while the mail waits.
const OPERATOR_STATUS = new Set([503, 530, 534, 535, 538])

/**
 * What failed in a conversation. `EENVELOPE` and `EMESSAGE` are faults of the one message: its sender or recipient, its
 * content or size. `ECONNECTION` is a connection that broke, `EPROTOCOL` a server that does not speak SMTP or takes
 * no mail at all, `ETLS` and `EAUTH` a failed encryption or login. Without a connection, the code is the system's.
 */
export type SmtpErrorCode =
  | 'EENVELOPE'
  | 'EMESSAGE'
  | 'ECONNECTION'
  | 'EPROTOCOL'
  | 'ETLS'
  | 'EAUTH'
  | 'ETIMEDOUT'
  | (string & {})

/** A failure in the conversation with a mail server. Its text may quote addresses. */
export class SmtpError extends Error {
  readonly code: SmtpErrorCode
  /** The status of the server's answer, where the answer is what failed. */
  readonly status: number | undefined
  /** The server's answer. */
  readonly response: string

  constructor(code: SmtpErrorCode, what: string, { reply, cause }: { reply?: Reply; cause?: unknown } = {}) {
    // Servers write beyond ASCII in UTF-8, if at all.
    const response = Buffer.from(reply?.text ?? '', 'latin1').toString()
    super(response ? `${what}: ${response}` : what, { cause })
    this.name = 'SmtpError'
    this.code = code
    this.status = reply?.status
    this.response = response
  }
}

/**
 * The error for a failed submission by SMTP. `mayHaveLeft` says whether the end of the message was written to the
 * connection: before that, the server cannot have accepted the message, for any kind of failure.
 */
export function toSmtpProviderError(error: unknown, mayHaveLeft: boolean): ProviderError {
  const failure = error instanceof SmtpError ? error : new SmtpError('Error', 'Failed to send', { cause: error })
  const { status, response } = failure
  const kind = kindOf(failure, mayHaveLeft)
  const code = enhancedCodeOf(response) ?? codeOf(failure)
  return new ProviderError(kind, { provider: 'smtp', status, code }, error)
}

function kindOf({ code, status, response }: SmtpError, mayHaveLeft: boolean): ProviderErrorKind {
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  // A server's answer decides, at every point of the conversation.
  if (status !== undefined && status >= 400) {
    if (status < 500) return MAY_BE_THROTTLED.has(status) && THROTTLED.test(response) ? 'throttled' : 'temporary'
    return OPERATOR_STATUS.has(status) || !isOfMessage ? 'temporary' : 'permanent'
  }
  if (mayHaveLeft) return 'unknown'
  // Faults of the message itself: an address that cannot be written, or a size above the server's limit.
  return isOfMessage ? 'permanent' : 'temporary'
}

/** The enhanced status code of an answer (RFC 3463), such as 5.1.1; the text after the code may quote an address. */
function enhancedCodeOf(response: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}

function codeOf({ code }: SmtpError): string {
  if (code === 'ETIMEDOUT') return 'Timeout'
  return /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'Error'
}
