import { LIMIT_MESSAGES, RenderError } from '../render-message.js'
import { Budget, OverBudget } from './budget.js'
import { isHeavy, noteTime } from './heavy-projects.js'
import { ThreadStopped, type StopReason } from './render-thread.js'
import { TASKS, type TaskName, type TaskTypes } from './tasks.js'
import { Threads } from './threads.js'

const CRASHED = 'The template could not be rendered'
const OF_TEMPLATE: Record<StopReason, string> = { ...LIMIT_MESSAGES, crash: CRASHED }

/** What is said of a task that was stopped together with its thread. */
const STOPPED: Record<TaskName, Record<StopReason, string>> = {
  message: OF_TEMPLATE,
  values: OF_TEMPLATE,
  text: {
    time: 'The HTML takes too long to be turned into text',
    memory: 'The HTML needs too much memory to be turned into text',
    crash: 'The HTML could not be turned into text',
  },
  links: {
    time: 'The links of the HTML take too long to be tracked',
    memory: 'The links of the HTML need too much memory to be tracked',
    crash: 'The links of the HTML could not be tracked',
  },
  syntax: {
    time: 'The template takes too long to read',
    memory: 'The template needs too much memory to read',
    crash: 'The template cannot be read',
  },
}

const threads = new Threads()

/**
 * Does a task of a project: in the event loop, which costs nothing more, while it is as short as tasks are, else in a
 * thread. Throws RenderError.
 */
export async function perform<N extends TaskName>(
  projectId: string,
  name: N,
  input: TaskTypes[N]['input'],
): Promise<TaskTypes[N]['result']> {
  const begin = performance.now()
  try {
    return TASKS[name](input, new Budget({ isFrugal: isHeavy(projectId) }))
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
  } finally {
    noteTime(projectId, performance.now() - begin)
  }
  return performInThread(projectId, name, input)
}

/** Does a task of a project in a thread. Throws RenderError. */
export async function performInThread<N extends TaskName>(
  projectId: string,
  name: N,
  input: TaskTypes[N]['input'],
): Promise<TaskTypes[N]['result']> {
  try {
    return await threads.perform(projectId, name, input)
  } catch (error) {
    throw error instanceof ThreadStopped ? new RenderError(STOPPED[name][error.reason]) : error
  }
}
