import { AsyncLocalStorage } from 'node:async_hooks'

/** Documents of one kind that a request made or changed. */
export interface Made {
  kind: string
  ids: readonly string[]
}

// A log line lists no more.
const MAX_NOTES = 50

const scope = new AsyncLocalStorage<Made[] | undefined>()

/** Serves a request, whose documents `noteMade` adds to `made`. */
export function inRequestScope<T>(made: Made[], serve: () => T): T {
  return scope.run(made, serve)
}

/** Runs work of several callers, or of none, outside of the request that happens to begin it. */
export function outsideRequests<T>(work: () => T): T {
  return scope.getStore() ? scope.run(undefined, work) : work()
}

/** `work` bound to the request of this moment, for when something else comes to run it. */
export function inThisRequest<Work extends (...args: never[]) => unknown>(work: Work): Work {
  const made = scope.getStore()
  return made ? (((...args) => scope.run(made, () => work(...args))) as Work) : work
}

/** Notes documents for the log line and the span of the request that is being served, if one is. */
export function noteMade(...made: readonly Made[]): void {
  const noted = scope.getStore()
  if (noted && noted.length < MAX_NOTES) noted.push(...made.filter(({ ids }) => ids.length > 0))
}
