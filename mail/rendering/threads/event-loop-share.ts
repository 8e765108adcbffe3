import { LRUCache } from 'lru-cache'

// For tasks that took long, of all projects together: a minute of the event loop has this much for projects that are
// new to the process, and as much again for the others.
const SHARE_MS = 1_000
const WINDOW_MS = 60_000
// A project with so many short tasks in a row writes ordinary mail.
const ORDINARY = 20

/**
 * What projects may use of the event loop for tasks that take long. A project is kept out of it for a time after such a
 * task. That alone would leave the loop to the owner of many projects, each with one slow template a minute, so all
 * projects share the time too: once it is used up, new templates and documents go to the threads, first those of
 * projects that have shown no ordinary mail yet, then all.
 */
export class EventLoopShare {
  // The values are until when: an entry is forgotten when newer projects need its place.
  readonly #heavyUntil = new LRUCache<string, number>({ max: 1_000 })
  readonly #shortTasks = new LRUCache<string, number>({ max: 10_000 })
  #usedMs = 0
  #usedAt = 0

  /**
   * Whether new templates and documents of a project are kept out of the event loop. Times are of the monotonic clock.
   */
  isKeptOut(project: string, now: number): boolean {
    if (now < (this.#heavyUntil.get(project) ?? 0)) return true
    const used = this.#used(now)
    if (used < SHARE_MS) return false
    return used >= 2 * SHARE_MS || (this.#shortTasks.get(project) ?? 0) < ORDINARY
  }

  /** Notes a task that took no time to speak of. */
  noteShort(project: string): void {
    const tasks = this.#shortTasks.get(project) ?? 0
    if (tasks < ORDINARY) this.#shortTasks.set(project, tasks + 1)
  }

  /** Notes a task that took long, and keeps its project out for `forMs`, or for a longer time that was noted before. */
  noteLong(project: string, task: { usedMs: number; forMs: number }, now: number): void {
    this.#usedMs = this.#used(now) + task.usedMs
    this.#usedAt = now
    this.#shortTasks.delete(project)
    this.#heavyUntil.set(project, Math.max(now + task.forMs, this.#heavyUntil.get(project) ?? 0))
  }

  /** The time that was used, less what has become free since. */
  #used(now: number): number {
    return Math.max(0, this.#usedMs - ((now - this.#usedAt) * SHARE_MS) / WINDOW_MS)
  }
}
