/** The tasks of one project that wait, and the time it has used. */
interface Lane<T> {
  waiting: T[]
  usedMs: number
  isServed: boolean
}

/**
 * Whose turn it is: of the projects that wait, the one that has used the least time. One task of a project is served
 * at once, so that the slow ones of one project leave the other threads to the rest.
 */
export class Turns<T> {
  private readonly lanes = new Map<string, Lane<T>>()
  // A project that comes anew begins here, or it would be owed all the time that others have used.
  private servedMs = 0

  /** Puts a task at the end of its project's; false when that has too many already. */
  add(project: string, task: T, most: number): boolean {
    const lane = this.lanes.get(project) ?? { waiting: [], usedMs: this.servedMs, isServed: false }
    if (lane.waiting.length >= most) return false
    lane.waiting.push(task)
    this.lanes.set(project, lane)
    return true
  }

  /** The next task and its project, which is not served again until `done`; null when there is none. */
  take(): { project: string; task: T } | null {
    let next: { project: string; lane: Lane<T> } | null = null
    for (const [project, lane] of this.lanes) {
      if (lane.isServed || lane.waiting.length === 0) continue
      if (next === null || lane.usedMs < next.lane.usedMs) next = { project, lane }
    }
    const task = next?.lane.waiting.shift()
    if (next === null || task === undefined) return null
    next.lane.isServed = true
    this.servedMs = Math.max(this.servedMs, next.lane.usedMs)
    return { project: next.project, task }
  }

  /** Notes what the task that was taken for a project has used. */
  done(project: string, usedMs: number): void {
    const lane = this.lanes.get(project)
    if (!lane) return
    lane.isServed = false
    lane.usedMs += usedMs
    if (lane.waiting.length === 0) this.lanes.delete(project)
  }
}
