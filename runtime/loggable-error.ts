/** An error without personal data, for logs. */
export interface LoggableError {
  type: string
  message: string
  stack?: string
  code?: string | number
  /** The error labels of MongoDB and its driver, such as `TransientTransactionError`. */
  labels?: string[]
  cause?: LoggableError
}

const WORD = /[^\s<>"'`,;:()[\]{}/]+/g
const KEY = /\b(pk|sk)_(?:[a-z]+_)?[0-9a-z]{8,}/gi
const MAX_CAUSES = 3

/**
 * The name, message, stack, code, labels and causes of an error, with addresses and keys masked. Other properties are
 * left out, because drivers put the values of their calls there.
 */
export function loggableError(error: unknown, causes = MAX_CAUSES): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const loggable: LoggableError = { type: error.name, message: mask(error.message) }
  if (error.stack) loggable.stack = mask(error.stack)
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) loggable.code = error.code
  const labels = 'errorLabels' in error && Array.isArray(error.errorLabels) ? error.errorLabels.map(String) : []
  if (labels.length > 0) loggable.labels = labels
  if (error.cause !== undefined && causes > 0) loggable.cause = loggableError(error.cause, causes - 1)
  return loggable
}

function mask(text: string): string {
  return text.replace(WORD, (word) => (isAddress(word) ? '[address]' : word)).replace(KEY, '$1_[key]')
}

function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}
