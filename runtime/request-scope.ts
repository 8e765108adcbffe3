import { AsyncLocalStorage } from 'node:async_hooks'

/** Documents of one kind that a request made or changed. */
export interface Made {
  kind: string
  ids: readonly string[]
}

/** The client that waits for the answer to a request. */
export interface WaitingClient {
  /** Aborted when the client has left, and when its request was answered: nobody waits for what still runs then. */
  readonly signal: AbortSignal
}

interface RequestScope {
  made: Made[]
  client: WaitingClient | null
}

// A log line lists at most as many.
const MAX_NOTES = 50

const scope = new AsyncLocalStorage<RequestScope | undefined>()

/** Serves a request. `noteMade` adds the documents of the request to `made`. */
export function inRequestScope<T>(made: Made[], serve: () => T, client: WaitingClient | null = null): T {
  return scope.run({ made, client }, serve)
}

/**
 * Runs work that serves several callers or none, so that it does not belong to the request that happens to begin it.
 */
export function outsideRequests<T>(work: () => T): T {
  return scope.getStore() ? scope.run(undefined, work) : work()
}

/** Binds `work` to the current request, for code that another request may run. */
export function inThisRequest<Work extends (...args: never[]) => unknown>(work: Work): Work {
  const current = scope.getStore()
  return current ? (((...args) => scope.run(current, () => work(...args))) as Work) : work
}

/** Notes documents for the log line and the span of the current request, if there is one. */
export function noteMade(...made: readonly Made[]): void {
  const notes = scope.getStore()?.made
  if (notes && notes.length < MAX_NOTES) notes.push(...made.filter(({ ids }) => ids.length > 0))
}

/** The client of the current request; null for work that no client waits for. */
export function waitingClient(): WaitingClient | null {
  return scope.getStore()?.client ?? null
}
