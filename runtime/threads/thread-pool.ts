import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { THREAD_ARGV } from '../program-files.js'
import { FairQueue, type QueueLimits } from './fair-queue.js'
import type { Request, Response } from './thread-task.js'

/**
 * Why a task was stopped: its time or the memory of its thread was used up, or its thread did not start or has failed.
 */
export type StopReason = 'time' | 'memory' | 'crash'

/** Thrown when a task was stopped together with its thread. A crash says nothing about the task. */
export class ThreadStopped extends Error {
  override readonly name = 'ThreadStopped'
  readonly reason: StopReason

  constructor(reason: StopReason, cause: unknown) {
    super(`A thread was stopped: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Thrown for a task that did not begin, because too many tasks wait for a thread or the pool is being closed. */
export class ThreadsBusy extends Error {
  override readonly name = 'ThreadsBusy'

  constructor() {
    super('Too many tasks wait for a thread')
  }
}

/** Whether a task failed because no thread performed it, which says nothing about the task: it may be repeated. */
export function lacksThread(error: unknown): boolean {
  return error instanceof ThreadsBusy || (error instanceof ThreadStopped && error.reason === 'crash')
}

/** The limits of the threads of a pool. */
export interface ThreadLimits extends QueueLimits {
  threads: number
  /** Time for a thread to start. */
  startMs: number
  /** Time for one task, without the start of its thread. */
  taskMs: number
  /** A thread without a task ends after this time. */
  idleMs: number
  /** The heap of one thread. The bytes of buffers are outside of it. */
  memoryMb: number
}

// V8 prefers its flags to the limits of a thread. A process that was started with more memory, by NODE_OPTIONS for
// instance, would give each task as much, and a young generation above what Node adds for the end of a thread (16 MB)
// would end the process. V8 reads these flags when a heap begins, so that the heap of the process keeps its own.
for (const flag of ['max-heap-size', 'max-old-space-size', 'max-semi-space-size', 'min-semi-space-size']) {
  setFlagsFromString(`--${flag}=0`)
}
/** As much as V8 would take without its flags: three semi-spaces of 16 MB. */
const YOUNG_GENERATION_MB = 48

interface Waiting<I, R> {
  request: Request<I>
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Threads for tasks whose cost a stranger decides. Threads start when tasks wait, and keys such as projects share them
 * fairly. Piscina gets only as many tasks as there are threads, because its queue knows no keys.
 */
export class ThreadPool<I, R> {
  readonly #filename: string
  readonly #limits: ThreadLimits
  readonly #queue: FairQueue<Waiting<I, R>>
  readonly #running = new Set<Promise<void>>()
  #pool: Piscina
  #lastId = 0
  #isClosed = false

  /** Creates a pool. `module` is a `programFile` whose default export is a `threadTask`. */
  constructor(module: URL, limits: ThreadLimits) {
    this.#filename = fileURLToPath(module)
    this.#limits = limits
    this.#queue = new FairQueue(limits)
    this.#pool = this.#createPool()
  }

  /** How many threads there are, idle ones and starting ones included. */
  get threadCount(): number {
    return this.#pool.threads.length
  }

  /**
   * Performs a task in a thread, at most one task of a key at a time. Input and result are copied. Rejects with the
   * error of the task, ThreadsBusy or ThreadStopped.
   */
  perform(key: string, input: I): Promise<R> {
    return new Promise((resolve, reject) => {
      const waiting = { request: { id: (this.#lastId += 1), input }, resolve, reject }
      if (this.#isClosed || !this.#queue.enqueue(key, waiting)) reject(new ThreadsBusy())
      this.#serve()
    })
  }

  /** Lets running tasks end, then ends the threads. Tasks that wait fail with ThreadsBusy, and so do later ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#queue.clear()) reject(new ThreadsBusy())
    await Promise.all(this.#running)
    await this.#pool.destroy()
  }

  #serve(): void {
    while (this.#running.size < this.#limits.threads) {
      const next = this.#queue.dequeue()
      if (!next) return
      const run: Promise<void> = this.#run(next.key, next.task).finally(() => {
        this.#running.delete(run)
        this.#serve()
      })
      this.#running.add(run)
    }
  }

  async #run(key: string, { request, resolve, reject }: Waiting<I, R>): Promise<void> {
    const begin = performance.now()
    try {
      const response = await this.#request(request)
      if ('result' in response) resolve(response.result)
      else reject(response.thrown)
    } catch (error) {
      reject(error)
    }
    this.#queue.release(key, performance.now() - begin)
  }

  /** Throws ThreadStopped when the thread does not start in time, or does not answer in time once it has begun. */
  async #request(request: Request<I>): Promise<Response<R>> {
    const pool = this.#pool
    const { startMs, taskMs } = this.#limits
    const stop = new AbortController()
    let timer = setTimeout(() => stop.abort('crash'), startMs)
    const limitTask = (begunId: number): void => {
      if (begunId !== request.id) return
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort('time'), taskMs)
    }
    pool.on('message', limitTask)
    try {
      return (await pool.run(request, { signal: stop.signal })) as Response<R>
    } catch (error) {
      const reason = stop.signal.aborted ? (stop.signal.reason as StopReason) : reasonOf(error)
      if (reason === 'crash') this.#replace(pool)
      throw reason === null ? error : new ThreadStopped(reason, error)
    } finally {
      clearTimeout(timer)
      pool.off('message', limitTask)
    }
  }

  #createPool(): Piscina {
    const { threads, idleMs, memoryMb } = this.#limits
    const pool = new Piscina({
      filename: this.#filename,
      execArgv: THREAD_ARGV,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      recordTiming: false,
    })
    // Emitted for a thread that fails while it starts. Without a listener, the error would end the process.
    return pool.on('error', () => this.#replace(pool))
  }

  /**
   * Closes a pool with a thread that does not start, because Piscina would wait for that thread for ever. Running tasks
   * end as usual, and tasks that wait for the thread fail.
   */
  #replace(pool: Piscina): void {
    if (pool !== this.#pool) return
    this.#pool = this.#createPool()
    void pool.close()
  }
}

/** Why a thread did not answer; null for an input or a result that cannot be copied. */
function reasonOf(error: unknown): StopReason | null {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory'
  return error instanceof DOMException && error.name === 'DataCloneError' ? null : 'crash'
}
