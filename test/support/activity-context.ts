import { asyncLocalStorage, type Context } from '@temporalio/activity'

/** Runs an activity as the worker does, for the `attempt`th time. */
export function asActivity<T>(activity: () => Promise<T>, attempt = 1): Promise<T> {
  const context = {
    info: { attempt },
    heartbeat: () => undefined,
    cancellationSignal: new AbortController().signal,
  } as unknown as Context
  return asyncLocalStorage.run(context, activity)
}
