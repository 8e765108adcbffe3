import { asyncLocalStorage, type Context } from '@temporalio/activity'

/** What an activity tells while it runs, and what an earlier attempt had told last. */
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
