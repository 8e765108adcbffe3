import { retryAfterMs } from '../../../models/domain/retry-after.js'
import { ProviderError, type ProviderErrorKind } from '../provider.js'

// Calls beyond the sending rate, the daily quota or the rate of API calls.
const THROTTLED =
  /^(?:TooManyRequests|Throttling|ThrottledRequest|RequestThrottled|RequestLimitExceeded|LimitExceeded|SlowDown)/

// Faults of the account, its credentials or its settings, which an operator can correct while the mail waits.
const OPERATOR =
  /^(?:SendingPaused|ConfigurationSet|NotFound|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|SignatureDoesNotMatch|IncompleteSignature|MissingAuthenticationToken|InvalidAccessKeyId|AccessDenied|OptInRequired|Request(?:Expired|TimeTooSkewed|Timeout))/

// Without a connection, SES cannot have accepted the message.
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EMFILE|CERT_.*|ERR_TLS_.*|ERR_SSL_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/

interface Failure {
  code: string
  status: number | undefined
  retryAfter: unknown
  message: string
  syscall: string | undefined
}

/**
 * The error for a failed SES call. `hasLeft` says whether the request was given to the connection: before that
 * (credentials, signing, endpoint), SES cannot have accepted the message.
 */
export function toProviderError(error: unknown, hasLeft: boolean): ProviderError {
  const failure = readFailure(error)
  const { code, status } = failure
  const kind = kindOf(failure, hasLeft)
  return new ProviderError(
    kind,
    { provider: 'ses', code, status, retryAfterMs: retryAfterMsOf(failure.retryAfter) },
    error,
  )
}

function kindOf({ code, status, message, syscall }: Failure, hasLeft: boolean): ProviderErrorKind {
  if (!hasLeft) return 'temporary'
  if (status === undefined) {
    const isBeforeConnection =
      NOT_CONNECTED.test(code) ||
      syscall === 'connect' ||
      /did not establish a connection|before secure TLS connection/.test(message)
    return isBeforeConnection ? 'temporary' : 'unknown'
  }
  // A positive answer that cannot be read.
  if (status < 300) return 'unknown'
  if (status === 429 || THROTTLED.test(code)) return 'throttled'
  const isOperators = [401, 403, 404, 408].includes(status) || OPERATOR.test(code)
  return status >= 500 || status < 400 || isOperators ? 'temporary' : 'permanent'
}

function readFailure(error: unknown): Failure {
  const response = fieldOf(error, '$response')
  const status = fieldOf(response, 'statusCode') ?? fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode')
  const syscall = fieldOf(error, 'syscall')
  return {
    code: codeOf(error),
    status: typeof status === 'number' ? status : undefined,
    retryAfter: fieldOf(fieldOf(response, 'headers'), 'retry-after'),
    message: error instanceof Error ? error.message : '',
    syscall: typeof syscall === 'string' ? syscall : undefined,
  }
}

// Codes are single words; other text might quote the request.
function codeOf(error: unknown): string {
  const words = [fieldOf(error, 'code'), fieldOf(error, 'name')]
  const word = words.find((value) => typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(value))
  if (word === 'AbortError' || word === 'TimeoutError') return 'Timeout'
  return typeof word === 'string' ? word : 'Error'
}

function retryAfterMsOf(value: unknown): number | undefined {
  return typeof value === 'string' ? retryAfterMs(value, new Date()) : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
