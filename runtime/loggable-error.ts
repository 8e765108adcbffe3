/** An error as it may stand in a log. */
export interface LoggableError {
  type: string
  message: string
  stack?: string
  code?: string | number
  cause?: LoggableError
}

const ADDRESS = /[^\s<>"'`,;:()[\]{}/]+@[^\s<>"'`,;:()[\]{}/]+/g
const KEY = /\b(pk|sk)_[0-9a-z]{8,}/gi
const MAX_CAUSES = 3

/**
 * What a log may keep of an error: name, text, stack and code, with addresses and keys blanked.
 * Its other properties are left out, because drivers put the values they were called with there.
 */
export function loggableError(error: unknown, causes = MAX_CAUSES): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const loggable: LoggableError = { type: error.name, message: blank(error.message) }
  if (error.stack) loggable.stack = blank(error.stack)
  if ('code' in error && (typeof error.code === 'string' || typeof error.code === 'number')) loggable.code = error.code
  if (error.cause !== undefined && causes > 0) loggable.cause = loggableError(error.cause, causes - 1)
  return loggable
}

function blank(text: string): string {
  return text.replace(ADDRESS, '[address]').replace(KEY, '$1_[key]')
}
