import { ApiError } from '../api/api-error.js'
import { t } from '../messages/index.js'
import { ErrorPanel } from '../ui/error-panel.js'

/** Why a call failed, in words. */
export function describeError(error: unknown): { message: string; suggestion?: string | undefined } {
  if (!(error instanceof ApiError)) return { message: t.errors.unexpected }
  if (error.code === 'UNREACHABLE') return { message: t.errors.unreachable, suggestion: t.errors.unreachableHint }
  if (error.code === 'RATE_LIMIT_EXCEEDED' && error.retryAfterMs !== undefined) {
    return {
      message: error.message || t.errors.limited,
      suggestion: t.errors.limitedFor(Math.ceil(error.retryAfterMs / 1_000)),
    }
  }
  return { message: error.message || t.errors.unexpected, suggestion: error.suggestion }
}

/** Whether the API says that there is no such thing, or not for this user. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The panel for a call that failed, in the place of what it would have shown. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return <ErrorPanel {...describeError(error)} requestId={requestId} onRetry={onRetry} />
}
