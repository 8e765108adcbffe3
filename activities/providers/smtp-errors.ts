import { ProviderError, type ProviderErrorKind } from './provider.js'

// Words of servers for sending too fast or beyond a quota.
const THROTTLED = /throttl|\brate\b|too many|too fast|too much|slow down|quota|limit|4\.7\.28|exceeded|concurren/i
// The usual statuses of a temporary refusal; SES answers 454 over SMTP.
const MAY_BE_THROTTLED = new Set([421, 450, 451, 452, 454])

// Faults of the account or its settings, which an operator can correct while the mail waits.
const OPERATOR_STATUS = new Set([503, 530, 534, 535, 538])
const OPERATOR_CODE = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'ECONFIG'])
const BEFORE_THE_MESSAGE = /^(?:CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/

interface Failure {
  code: string
  status: number | undefined
  command: string
  response: string
}

/**
 * The error for a failed hand-over by SMTP. `hasLeft` says whether the whole message was written to the connection:
 * before that, the server cannot have accepted the message, for any kind of failure.
 */
export function toSmtpProviderError(error: unknown, hasLeft: boolean): ProviderError {
  const failure = readFailure(error)
  const { status, code, response } = failure
  const kind = kindOf(failure, hasLeft)
  return new ProviderError(kind, { provider: 'smtp', status, code: enhancedCodeOf(response) ?? code }, error)
}

function kindOf({ code, status, command, response }: Failure, hasLeft: boolean): ProviderErrorKind {
  // A server's answer decides, at every point of the conversation.
  if (status !== undefined && status >= 400) {
    if (status < 500) return MAY_BE_THROTTLED.has(status) && THROTTLED.test(response) ? 'throttled' : 'temporary'
    const isOperators = OPERATOR_STATUS.has(status) || OPERATOR_CODE.has(code) || BEFORE_THE_MESSAGE.test(command)
    return isOperators ? 'temporary' : 'permanent'
  }
  if (hasLeft) return 'unknown'
  // Faults of the message itself: an address that cannot be written, or a size above the server's limit.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'permanent' : 'temporary'
}

function readFailure(error: unknown): Failure {
  const status = fieldOf(error, 'responseCode')
  const command = fieldOf(error, 'command')
  const response = fieldOf(error, 'response')
  return {
    code: codeOf(error),
    status: typeof status === 'number' ? status : undefined,
    command: typeof command === 'string' ? command : '',
    response: typeof response === 'string' ? response : '',
  }
}

/** The enhanced status code of an answer (RFC 3463), such as 5.1.1; the text after the code may quote an address. */
function enhancedCodeOf(response: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
}

function codeOf(error: unknown): string {
  const code = fieldOf(error, 'code')
  if (code === 'EABORT' || code === 'ETIMEDOUT') return 'Timeout'
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'Error'
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
