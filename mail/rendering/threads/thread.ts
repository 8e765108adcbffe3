import { parentPort } from 'node:worker_threads'
import { RenderError } from '../render-message.js'
import { TASKS, type TaskName } from './tasks.js'

/** A task as a thread is given it. */
export interface Request {
  id: number
  name: TaskName
  input: unknown
}

/** The result of a task, or its RenderError in parts: a thrown one loses its class and its place on the way. */
export type Response = { result: unknown } | { failure: string; place: RenderError['place'] }

/** Performs one task in a thread of the pool, after telling the pool that the task begins. */
export default function perform({ id, name, input }: Request): Response {
  parentPort?.postMessage(id)
  const task: (input: never, budget: null) => unknown = TASKS[name]
  try {
    return { result: task(input as never, null) }
  } catch (error) {
    if (error instanceof RenderError) return { failure: error.message, place: error.place }
    throw error
  }
}
