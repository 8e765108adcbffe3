import { type ActivityFailure, ApplicationFailure, RetryState, TimeoutFailure } from '@temporalio/common'
import { CancellationScope, CancelledFailure } from '@temporalio/workflow'

/** Whether an activity ended by a time-out, rather than by a non-retryable error. */
export function isTimedOut(error: ActivityFailure): boolean {
  return error.retryState === RetryState.TIMEOUT || error.cause instanceof TimeoutFailure
}

/** The reason of a failed activity that is safe to store: our own message, never that of a driver. */
export function reasonOf(error: ActivityFailure): string {
  const { cause } = error
  if (cause instanceof ApplicationFailure) return cause.message
  return cause instanceof TimeoutFailure && cause.cause instanceof ApplicationFailure ? cause.cause.message : 'timeout'
}

/**
 * Throws CancelledFailure once a cancellation was requested. From then on Temporal retries no activity, so that the
 * failure of an activity does not mean that its work is impossible.
 */
export function throwWhenCancelled(): void {
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('Cancelled in Temporal')
}
