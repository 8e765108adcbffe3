import { parentPort } from 'node:worker_threads'

/** A task as a thread of a pool is given it. */
export interface Request<I> {
  id: number
  input: I
}

/** What a task has returned or thrown, so that the pool tells its errors from failures of the thread. */
export type Response<R> = { result: R } | { thrown: unknown }

/**
 * The default export of a module for a ThreadPool: performs one task in a thread, after telling the pool that the task
 * begins. An error that a caller has to tell from others is a result, because a thrown one loses its class on the way.
 */
export function threadTask<I, R>(perform: (input: I) => R | Promise<R>): (request: Request<I>) => Promise<Response<R>> {
  return async ({ id, input }) => {
    parentPort?.postMessage(id)
    try {
      return { result: await perform(input) }
    } catch (error) {
      return { thrown: error }
    }
  }
}
