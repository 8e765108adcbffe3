import { parentPort } from 'node:worker_threads'

/** A task for a thread of a pool. */
export interface Request<I> {
  id: number
  input: I
}

/** The result or the error of a task. The pool can so distinguish an error of the task from a failure of the thread. */
export type Response<R> = { result: R } | { thrown: unknown }

/**
 * Makes the default export of a module for a ThreadPool. It tells the pool that the task begins, and then performs the
 * task. A thrown error loses its class on the way to the caller, so an error that the caller must recognise has to be
 * returned as a result.
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
