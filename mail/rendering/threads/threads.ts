import { RenderError } from '../render-message.js'
import type { Answer, Question } from './messages.js'
import { RenderThread, type ThreadLimits } from './render-thread.js'
import type { TaskName, TaskTypes } from './tasks.js'
import { Turns } from './turns.js'

interface Limits extends ThreadLimits {
  threads: number
  /** How long one task may take, the start of its thread not counted. */
  taskMs: number
  /** After which a thread without work ends. */
  idleMs: number
  /** How many tasks of one project may wait. */
  waiting: number
}

const LIMITS: Limits = {
  threads: 2,
  startMs: 10_000,
  taskMs: 5_000,
  idleMs: 30_000,
  memoryMb: 256,
  waiting: 5_000,
}

interface Task {
  question: Question
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** The threads of a process: started when there is work, replaced when they end, and shared by turns. */
export class Threads {
  private readonly limits: Limits
  private readonly turns = new Turns<Task>()
  private readonly idle: RenderThread[] = []
  private count = 0

  constructor(limits: Partial<Limits> = {}) {
    this.limits = { ...LIMITS, ...limits }
  }

  /**
   * Does a task when it is the project's turn. Throws what the task throws, and ThreadStopped when it ended its
   * thread.
   */
  perform<N extends TaskName>(project: string, name: N, input: TaskTypes[N]['input']): Promise<TaskTypes[N]['result']> {
    return new Promise((resolve, reject) => {
      const task = { question: { name, input }, resolve, reject } as Task
      if (!this.turns.add(project, task, this.limits.waiting)) reject(new Error('Too many renderings wait'))
      this.serve()
    })
  }

  private serve(): void {
    while (this.idle.length > 0 || this.count < this.limits.threads) {
      const next = this.turns.take()
      if (!next) return
      void this.run(next)
    }
  }

  private async run({ project, task }: { project: string; task: Task }): Promise<void> {
    const begin = performance.now()
    const thread = this.wake()
    try {
      task.resolve(read(await thread.answer(task.question, this.limits.taskMs)))
    } catch (error) {
      task.reject(error)
    }
    this.turns.done(project, performance.now() - begin)
    if (thread.isAlive) {
      this.idle.push(thread)
      thread.rest(this.limits.idleMs)
    } else {
      this.count -= 1
    }
    this.serve()
  }

  /** A thread that rests, or a new one in the place of those that ended. */
  private wake(): RenderThread {
    for (let thread = this.idle.pop(); thread; thread = this.idle.pop()) {
      if (thread.isAlive) return thread
      this.count -= 1
    }
    this.count += 1
    return new RenderThread(this.limits)
  }
}

function read(answer: Answer): unknown {
  if ('result' in answer) return answer.result
  throw 'failure' in answer ? new RenderError(answer.failure, answer.place) : answer.error
}
