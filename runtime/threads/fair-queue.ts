/** The tasks of one key that wait, and the time that its tasks have used. */
interface KeyTasks<T> {
  waiting: T[]
  usedMs: number
  isServed: boolean
}

/** How many tasks may wait. */
export interface QueueLimits {
  /** Of one key. */
  waitingOfKey: number
  /** Of all keys together. */
  waiting: number
}

/**
 * Fair queueing by key, such as a project: the key that has used the least time is served next. Only one task of a key
 * runs at a time, so that the slow tasks of one leave the other threads to the rest.
 */
export class FairQueue<T> {
  readonly #limits: QueueLimits
  readonly #keys = new Map<string, KeyTasks<T>>()
  #waiting = 0
  // A key that is new to the queue begins with this time: with none, it would be owed all that others have used.
  #servedMs = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Adds a task behind the others of its key; false when as many wait already as may. */
  enqueue(key: string, task: T): boolean {
    const tasks = this.#keys.get(key) ?? { waiting: [], usedMs: this.#servedMs, isServed: false }
    if (tasks.waiting.length >= this.#limits.waitingOfKey || this.#waiting >= this.#limits.waiting) return false
    tasks.waiting.push(task)
    this.#waiting += 1
    this.#keys.set(key, tasks)
    return true
  }

  /** The next task and its key, which is not served again until `release`; null when no task may run. */
  dequeue(): { key: string; task: T } | null {
    let next: { key: string; tasks: KeyTasks<T> } | null = null
    for (const [key, tasks] of this.#keys) {
      if (tasks.isServed || tasks.waiting.length === 0) continue
      if (next === null || tasks.usedMs < next.tasks.usedMs) next = { key, tasks }
    }
    const task = next?.tasks.waiting.shift()
    if (next === null || task === undefined) return null
    next.tasks.isServed = true
    this.#waiting -= 1
    this.#servedMs = Math.max(this.#servedMs, next.tasks.usedMs)
    return { key: next.key, task }
  }

  /** Ends the task that a key was served with, and notes the time that the task has used. */
  release(key: string, usedMs: number): void {
    const tasks = this.#keys.get(key)
    if (!tasks) return
    tasks.isServed = false
    tasks.usedMs += usedMs
    if (tasks.waiting.length === 0) this.#keys.delete(key)
  }

  /** Takes all tasks that wait out of the queue. */
  clear(): T[] {
    const all = [...this.#keys.values()].flatMap(({ waiting }) => waiting.splice(0))
    this.#waiting = 0
    return all
  }
}
