import { Context } from '@temporalio/activity'

const EVERY_MS = 2_000

/**
 * Runs `work` while telling Temporal every two seconds that this worker lives, so that an activity of a worker
 * that died is taken up by another within its heartbeat time-out rather than at its end. What `details` says is
 * shown to operators.
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
