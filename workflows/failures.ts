import { type ActivityFailure, ApplicationFailure, RetryState, TimeoutFailure } from '@temporalio/common'

/** Whether an activity ended because its time was up, rather than by an error that forbids a retry. */
export function isTimedOut(error: ActivityFailure): boolean {
  return error.retryState === RetryState.TIMEOUT || error.cause instanceof TimeoutFailure
}

/** Why an activity failed, in words that are safe to store: its own message, never that of a driver. */
export function reasonOf(error: ActivityFailure): string {
  const { cause } = error
  if (cause instanceof ApplicationFailure) return cause.message
  return cause instanceof TimeoutFailure && cause.cause instanceof ApplicationFailure ? cause.cause.message : 'timeout'
}
