import { programFile } from '../../../runtime/program-files.js'
import { ThreadPool, type ThreadLimits } from '../../../runtime/threads/thread-pool.js'
import { RenderError } from '../render-message.js'
import type { TaskName, TaskTypes } from './tasks.js'
import type { Rendered, RenderTask } from './thread.js'

/** The limits of the threads in production. */
export const LIMITS: ThreadLimits = {
  threads: 2,
  startMs: 10_000,
  taskMs: 5_000,
  idleMs: 30_000,
  memoryMb: 256,
  waitingOfKey: 5_000,
  waiting: 50_000,
}

/** The rendering threads of a process, shared fairly by the projects. */
export class RenderPool {
  readonly #threads: ThreadPool<RenderTask, Rendered>

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.#threads = new ThreadPool(programFile('mail/rendering/threads/thread.js'), { ...LIMITS, ...limits })
  }

  /** Performs a task of a project in a thread. Throws RenderError, ThreadStopped and ThreadsBusy. */
  async perform<N extends TaskName>(
    project: string,
    name: N,
    input: TaskTypes[N]['input'],
  ): Promise<TaskTypes[N]['result']> {
    const rendered = await this.#threads.perform(project, { name, input })
    if ('failure' in rendered) throw new RenderError(rendered.failure, rendered.place)
    return rendered.result
  }
}
