import { threadTask } from '../../../runtime/threads/thread-task.js'
import { RenderError } from '../render-message.js'
import { TASKS, type TaskName } from './tasks.js'

/** A task, as a thread receives it. */
export interface RenderTask {
  name: TaskName
  input: unknown
}

/**
 * The result of a task, or the parts of its RenderError: a thrown error would lose its class and its place on the way.
 */
export type Rendered = { result: unknown } | { failure: string; place: RenderError['place'] }

export default threadTask(({ name, input }: RenderTask): Rendered => {
  const task: (input: never, budget: null) => unknown = TASKS[name]
  try {
    return { result: task(input as never, null) }
  } catch (error) {
    if (error instanceof RenderError) return { failure: error.message, place: error.place }
    throw error
  }
})
