import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Answer, Question } from './messages.js'

/** Why a thread ended in the middle of a task. */
export type StopReason = 'time' | 'memory' | 'crash'

/** Thrown when a task was ended from outside, together with its thread. */
export class ThreadStopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason, cause?: unknown) {
    super(`A rendering thread was stopped: ${reason}`, { cause })
    this.name = 'ThreadStopped'
    this.reason = reason
  }
}

/** What one thread may take. */
export interface ThreadLimits {
  /** Of its heap. */
  memoryMb: number
  /** After which a thread that has not begun never will. */
  startMs: number
}

/** One thread, which answers one question at a time and does not keep the process alive in between. */
export class RenderThread {
  isAlive = true
  private readonly worker: Worker
  private readonly started: Promise<void>
  private settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  private sleep: NodeJS.Timeout | undefined

  constructor({ memoryMb, startMs }: ThreadLimits) {
    this.worker = startWorker(memoryMb)
    this.started = this.start(startMs)
    this.worker
      .on('message', (answer: Answer) => this.settle?.resolve(answer))
      .on('messageerror', (error) => this.settle?.reject(error))
      .on('error', (error) => this.end(reasonOf(error), error))
      .on('exit', () => this.end('crash'))
  }

  /**
   * Throws ThreadStopped when the thread ends before it answers, which it does after `limitMs` at the latest, the time
   * of its start not counted.
   */
  async answer(question: Question, limitMs: number): Promise<Answer> {
    clearTimeout(this.sleep)
    this.worker.ref()
    try {
      await this.started
      return await this.ask(question, limitMs)
    } finally {
      this.settle = null
      this.worker.unref()
    }
  }

  /** Ends the thread unless there is another question within `idleMs`. */
  rest(idleMs: number): void {
    this.sleep = setTimeout(() => this.end('time'), idleMs).unref()
  }

  /** Ends the thread when it has not begun within `limitMs`. */
  private async start(limitMs: number): Promise<void> {
    const signal = AbortSignal.timeout(limitMs)
    try {
      await once(this.worker, 'message', { signal })
    } catch (error) {
      this.end('crash', error)
      throw new ThreadStopped('crash', error)
    }
  }

  private async ask(question: Question, limitMs: number): Promise<Answer> {
    const limit = setTimeout(() => this.end('time'), limitMs)
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.settle = { resolve, reject }
        this.worker.postMessage(question)
      })
    } finally {
      clearTimeout(limit)
    }
  }

  private end(reason: StopReason, cause?: unknown): void {
    this.isAlive = false
    this.settle?.reject(new ThreadStopped(reason, cause))
    void this.worker.terminate()
  }
}

function reasonOf(error: unknown): StopReason {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'
}

function startWorker(memoryMb: number): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./thread.js', import.meta.url), options)
  // A thread does not inherit the loader that reads TypeScript; it is found as the process itself has found it.
  const entry = JSON.stringify(new URL('./thread.ts', import.meta.url).href)
  const load = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${entry}, ${entry}))`
  return new Worker(load, { ...options, eval: true })
}
