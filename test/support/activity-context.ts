import { asyncLocalStorage, type Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'

/** The heartbeats of an activity, and the details of the last heartbeat of an earlier attempt. */
interface Heartbeats {
  heartbeat?: (details: unknown) => void
  heartbeatDetails?: unknown
}

/**
 * Runs an activity as the worker does, for the `attempt`th time. It is retried, as Temporal does, while the machine is
 * too slow for the claim of the email.
 */
export async function asActivity<T>(activity: () => Promise<T>, attempt = 1, heartbeats: Heartbeats = {}): Promise<T> {
  try {
    return await runActivity(activity, attempt, heartbeats)
  } catch (error) {
    if (!(error instanceof ApplicationFailure) || error.message !== 'slow_worker') throw error
    return asActivity(activity, attempt + 1, heartbeats)
  }
}

function runActivity<T>(
  activity: () => Promise<T>,
  attempt: number,
  { heartbeat = () => undefined, heartbeatDetails }: Heartbeats,
): Promise<T> {
  const context = {
    info: { attempt, heartbeatDetails },
    heartbeat,
    cancellationSignal: new AbortController().signal,
  } as unknown as Context
  return asyncLocalStorage.run(context, activity)
}
