import { Context } from '@temporalio/activity'

const EVERY_MS = 2_000

/**
 * Runs `work` and sends Temporal a heartbeat every two seconds. If this worker dies, another worker takes the activity
 * over after the heartbeat time-out. Temporal shows `details` to operators.
 */
export async function withHeartbeat<T>(work: () => Promise<T>, details?: () => unknown): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(details?.()), EVERY_MS)
  try {
    context.heartbeat(details?.())
    return await work()
  } finally {
    clearInterval(timer)
  }
}
