import { asyncLocalStorage, type Context } from '@temporalio/activity'

/** The heartbeats of an activity, and the details of the last heartbeat of an earlier attempt. */
interface Heartbeats {
  heartbeat?: (details: unknown) => void
  heartbeatDetails?: unknown
}

/** Runs an activity as the worker does, for the `attempt`th time. */
export function asActivity<T>(
  activity: () => Promise<T>,
  attempt = 1,
  { heartbeat = () => undefined, heartbeatDetails }: Heartbeats = {},
): Promise<T> {
  const context = {
    info: { attempt, heartbeatDetails },
    heartbeat,
    cancellationSignal: new AbortController().signal,
  } as unknown as Context
  return asyncLocalStorage.run(context, activity)
}
