import { AsyncLocalStorage } from 'node:async_hooks'

/** Documents of one kind that a request made or changed. */
export interface Made {
  kind: string
  ids: readonly string[]
}

// A log line lists at most as many.
const MAX_NOTES = 50

const scope = new AsyncLocalStorage<Made[] | undefined>()

/** Serves a request. `noteMade` adds the documents of the request to `made`. */
export function inRequestScope<T>(made: Made[], serve: () => T): T {
  return scope.run(made, serve)
}

/**
 * Runs work that serves several callers or none, so that it does not belong to the request that happens to begin it.
 */
export function outsideRequests<T>(work: () => T): T {
  return scope.getStore() ? scope.run(undefined, work) : work()
}

/** Binds `work` to the current request, for code that another request may run. */
export function inThisRequest<Work extends (...args: never[]) => unknown>(work: Work): Work {
  const made = scope.getStore()
  return made ? (((...args) => scope.run(made, () => work(...args))) as Work) : work
}

/** Notes documents for the log line and the span of the current request, if there is one. */
export function noteMade(...made: readonly Made[]): void {
  const notes = scope.getStore()
  if (notes && notes.length < MAX_NOTES) notes.push(...made.filter(({ ids }) => ids.length > 0))
}
