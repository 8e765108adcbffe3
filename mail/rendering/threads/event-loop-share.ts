import { LRUCache } from 'lru-cache'

// The time for the long tasks of all projects in each minute of the event loop. Beyond this time, only projects with
// ordinary mail may use the event loop for new templates, and beyond twice this time no project may.
const SHARE_MS = 1_000
const WINDOW_MS = 60_000
// A project with this number of short tasks in a row writes ordinary mail.
const ORDINARY = 20

/**
 * Limits the time that projects use in the event loop for long tasks. After a long task, its project stays out of the
 * event loop for a time. With that limit alone, the owner of many projects could fill the event loop with one slow
 * template a minute for each. So all projects also share a limit. When the shared time is used up, new templates and
 * documents go to the threads: first those of projects without ordinary mail so far, and then all.
 */
export class EventLoopShare {
  // The values are end times. An entry is dropped when newer projects need its place.
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

  /** Notes a short task. */
  noteShort(project: string): void {
    const tasks = this.#shortTasks.get(project) ?? 0
    if (tasks < ORDINARY) this.#shortTasks.set(project, tasks + 1)
  }

  /** Records a long task. Its project stays out for `forMs`, or until the end of an earlier record if that is later. */
  noteLong(project: string, task: { usedMs: number; forMs: number }, now: number): void {
    this.#usedMs = this.#used(now) + task.usedMs
    this.#usedAt = now
    this.#shortTasks.delete(project)
    this.#heavyUntil.set(project, Math.max(now + task.forMs, this.#heavyUntil.get(project) ?? 0))
  }

  /** The used time, less the time that has become free since. */
  #used(now: number): number {
    return Math.max(0, this.#usedMs - ((now - this.#usedAt) * SHARE_MS) / WINDOW_MS)
  }
}
