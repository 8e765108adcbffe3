/** The tasks of one key that wait, and the time that its tasks have used. */
interface KeyTasks<T> {
  waiting: T[]
  usedMs: number
  isServed: boolean
}

/** How many tasks may wait. */
export interface QueueLimits {
  /** How many tasks of one key may wait. */
  waitingOfKey: number
  /** How many tasks of all keys may wait. */
  waiting: number
}

/**
 * Fair queueing by key, such as a project: the key that has used the least time is served next. Only one task of a key
 * runs at a time, so that the slow tasks of one key leave the other threads to other keys.
 */
export class FairQueue<T> {
  readonly #limits: QueueLimits
  readonly #keys = new Map<string, KeyTasks<T>>()
  #waiting = 0
  // A new key begins with this time. With a time of 0 it would go before the others until it had used as much as they.
  #servedMs = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Adds a task behind the others of its key; returns false if too many tasks wait already. */
  enqueue(key: string, task: T): boolean {
    const tasks = this.#keys.get(key) ?? { waiting: [], usedMs: this.#servedMs, isServed: false }
    if (tasks.waiting.length >= this.#limits.waitingOfKey || this.#waiting >= this.#limits.waiting) return false
    tasks.waiting.push(task)
    this.#waiting += 1
    this.#keys.set(key, tasks)
    return true
  }

  /** Takes the next task. Its key is not served again until `release`. Returns null if no task may run. */
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

  /** Ends the running task of a key, and adds the time that the task has used. */
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
