import { ThreadStopped, type StopReason } from '../../../runtime/threads/thread-pool.js'
import { LIMIT_MESSAGES, RenderError } from '../render-message.js'
import { Budget, OverBudget } from './budget.js'
import { EventLoopShare } from './event-loop-share.js'
import { RenderPool } from './render-pool.js'
import { TASKS, type TaskName, type TaskTypes } from './tasks.js'

/** The reasons for a stop that lie in the template or the document. */
type TaskFault = Exclude<StopReason, 'crash'>

const OF_TEMPLATE: Record<TaskFault, string> = LIMIT_MESSAGES

/** The messages for tasks that were stopped with their thread. */
const STOPPED: Record<TaskName, Record<TaskFault, string>> = {
  message: OF_TEMPLATE,
  footer: {
    time: 'The HTML takes too long to parse',
    memory: 'The HTML needs too much memory to parse',
  },
  parameters: {
    time: 'The HTML has links that take too long to change',
    memory: 'The HTML has links that need too much memory to change',
  },
  values: OF_TEMPLATE,
  request: OF_TEMPLATE,
  text: {
    time: 'The HTML takes too long to convert to text',
    memory: 'The HTML needs too much memory to convert to text',
  },
  links: {
    time: 'The HTML has links that take too long to track',
    memory: 'The HTML has links that need too much memory to track',
  },
  syntax: {
    time: 'The template takes too long to parse',
    memory: 'The template needs too much memory to parse',
  },
  bodies: {
    time: 'The HTML takes too long to be compiled',
    memory: 'The HTML needs too much memory to be compiled',
  },
  variables: {
    time: 'The template takes too long to parse',
    memory: 'The template needs too much memory to parse',
  },
  elements: {
    time: 'The HTML takes too long to parse',
    memory: 'The HTML needs too much memory to parse',
  },
  design: {
    time: 'The design takes too long to render',
    memory: 'The design needs too much memory to render',
  },
  mjml: {
    time: 'The MJML takes too long to render',
    memory: 'The MJML needs too much memory to render',
  },
}

const pool = new RenderPool()
const shareOfProcess = new EventLoopShare()

/** Performs a task of a project in the event loop, or in a thread when it exceeds its budget. Throws RenderError. */
export async function perform<N extends TaskName>(
  projectId: string,
  name: N,
  input: TaskTypes[N]['input'],
): Promise<TaskTypes[N]['result']> {
  try {
    return withinBudget(projectId, (budget) => TASKS[name](input, budget))
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
  }
  return performInThread(projectId, name, input)
}

/**
 * Runs work of a project in the event loop, and notes whether it took long. Throws OverBudget, and the errors of the
 * work.
 */
export function withinBudget<T>(projectId: string, work: (budget: Budget) => T, share = shareOfProcess): T {
  const budget = new Budget({ isFrugal: share.isKeptOut(projectId, performance.now()) })
  try {
    return work(budget)
  } finally {
    const { avoidedMs, usedMs } = budget
    if (avoidedMs > 0) share.noteLong(projectId, { usedMs, forMs: avoidedMs }, performance.now())
    else share.noteShort(projectId)
  }
}

/** Performs a task of a project in one of `threads`, by default those of the process. Throws RenderError. */
export async function performInThread<N extends TaskName>(
  projectId: string,
  name: N,
  input: TaskTypes[N]['input'],
  threads = pool,
): Promise<TaskTypes[N]['result']> {
  try {
    return await threads.perform(projectId, name, input)
  } catch (error) {
    // The failure of a thread proves nothing about the template: the task may be retried.
    const isOver = error instanceof ThreadStopped && error.reason !== 'crash'
    throw isOver ? new RenderError(STOPPED[name][error.reason]) : error
  }
}
