import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { RenderError } from '../render-message.js'
import { FairQueue } from './fair-queue.js'
import type { TaskName, TaskTypes } from './tasks.js'
import type { Request, Response } from './thread.js'

/** Why a task was stopped: its time or the memory of its thread was used up, or its thread did not start. */
export type StopReason = 'time' | 'memory' | 'crash'

/** Thrown when a task was stopped together with its thread. */
export class ThreadStopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason, cause: unknown) {
    super(`A rendering thread was stopped: ${reason}`, { cause })
    this.name = 'ThreadStopped'
    this.reason = reason
  }
}

/** What the threads of a process may use. */
interface Limits {
  threads: number
  /** Time for a thread to start. */
  startMs: number
  /** Time for one task, without the start of its thread. */
  taskMs: number
  /** A thread without a task ends after this time. */
  idleMs: number
  /** The heap of one thread. */
  memoryMb: number
  /** How many tasks of one project may wait. */
  waiting: number
}

/** The limits of the threads in production. */
export const LIMITS: Limits = {
  threads: 2,
  startMs: 10_000,
  taskMs: 5_000,
  idleMs: 30_000,
  memoryMb: 256,
  waiting: 5_000,
}

// In development and tests a thread has to read TypeScript, as the process does.
const [THREAD, EXEC_ARGV] = import.meta.url.endsWith('.ts') ? ['./thread.ts', ['--import', 'tsx']] : ['./thread.js', []]

interface Task {
  request: Request
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * The rendering threads of a process: started when tasks wait, shared fairly by the projects. Piscina only ever has as
 * many tasks as threads, because its own queue knows no projects.
 */
export class RenderPool {
  private readonly limits: Limits
  private readonly queue = new FairQueue<Task>()
  private pool: Piscina
  private running = 0
  private lastId = 0

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...LIMITS, ...limits }
    this.pool = this.createPool()
  }

  /** How many threads there are, idle ones and starting ones included. */
  get threadCount(): number {
    return this.pool.threads.length
  }

  /** Performs a task of a project in a thread. Throws what the task throws, and ThreadStopped. */
  perform<N extends TaskName>(project: string, name: N, input: TaskTypes[N]['input']): Promise<TaskTypes[N]['result']> {
    return new Promise((resolve, reject) => {
      const task = { request: { id: (this.lastId += 1), name, input }, resolve, reject } as Task
      if (!this.queue.enqueue(project, task, this.limits.waiting)) reject(new Error('Too many renderings wait'))
      this.serve()
    })
  }

  private serve(): void {
    while (this.running < this.limits.threads) {
      const next = this.queue.dequeue()
      if (!next) return
      void this.run(next)
    }
  }

  private async run({ project, task }: { project: string; task: Task }): Promise<void> {
    const begin = performance.now()
    this.running += 1
    try {
      task.resolve(resultOf(await this.request(task.request)))
    } catch (error) {
      task.reject(error)
    }
    this.running -= 1
    this.queue.release(project, performance.now() - begin)
    this.serve()
  }

  /** Throws ThreadStopped when the thread does not start in time, or does not answer in time once it has begun. */
  private async request(request: Request): Promise<Response> {
    const { pool } = this
    const { startMs, taskMs } = this.limits
    const stop = new AbortController()
    let timer = setTimeout(() => stop.abort('crash'), startMs)
    const limitTask = (begunId: number): void => {
      if (begunId !== request.id) return
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort('time'), taskMs)
    }
    pool.on('message', limitTask)
    try {
      return (await pool.run(request, { signal: stop.signal })) as Response
    } catch (error) {
      const reason = stop.signal.aborted ? (stop.signal.reason as StopReason) : this.reasonOf(error, pool)
      if (reason === 'crash') this.replace(pool)
      throw reason === null ? error : new ThreadStopped(reason, error)
    } finally {
      clearTimeout(timer)
      pool.off('message', limitTask)
    }
  }

  /** Null for an error of the task itself. */
  private reasonOf(error: unknown, pool: Piscina): StopReason | null {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory'
    return pool === this.pool ? null : 'crash'
  }

  private createPool(): Piscina {
    const { threads, idleMs, memoryMb } = this.limits
    const pool = new Piscina({
      filename: fileURLToPath(new URL(THREAD, import.meta.url)),
      execArgv: EXEC_ARGV,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      recordTiming: false,
    })
    // Emitted for a thread that fails while it starts. Without a listener, the error would end the process.
    return pool.on('error', () => this.replace(pool))
  }

  /**
   * Closes a pool with a thread that does not start, because Piscina would wait for that thread for ever: running tasks
   * end as usual, and those that wait for the thread fail.
   */
  private replace(pool: Piscina): void {
    if (pool !== this.pool) return
    this.pool = this.createPool()
    void pool.close()
  }
}

function resultOf(response: Response): unknown {
  if ('result' in response) return response.result
  throw new RenderError(response.failure, response.place)
}
