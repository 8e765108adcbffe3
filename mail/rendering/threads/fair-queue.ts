/** The tasks of one project that wait, and the time that its tasks have used. */
interface ProjectTasks<T> {
  waiting: T[]
  usedMs: number
  isServed: boolean
}

/**
 * Fair queueing by project: the project that has used the least time is served next. Only one task of a project runs
 * at a time, so that the slow tasks of one project leave the other threads to the rest.
 */
export class FairQueue<T> {
  private readonly projects = new Map<string, ProjectTasks<T>>()
  // A project that is new to the queue begins with this time: with none, it would be owed all that others have used.
  private servedMs = 0

  /** Adds a task behind the others of its project; false when `maxWaiting` of them wait already. */
  enqueue(project: string, task: T, maxWaiting: number): boolean {
    const tasks = this.projects.get(project) ?? { waiting: [], usedMs: this.servedMs, isServed: false }
    if (tasks.waiting.length >= maxWaiting) return false
    tasks.waiting.push(task)
    this.projects.set(project, tasks)
    return true
  }

  /** The next task and its project, which is not served again until `release`; null when no task may run. */
  dequeue(): { project: string; task: T } | null {
    let next: { project: string; tasks: ProjectTasks<T> } | null = null
    for (const [project, tasks] of this.projects) {
      if (tasks.isServed || tasks.waiting.length === 0) continue
      if (next === null || tasks.usedMs < next.tasks.usedMs) next = { project, tasks }
    }
    const task = next?.tasks.waiting.shift()
    if (next === null || task === undefined) return null
    next.tasks.isServed = true
    this.servedMs = Math.max(this.servedMs, next.tasks.usedMs)
    return { project: next.project, task }
  }

  /** Ends the task that a project was served with, and notes the time that the task has used. */
  release(project: string, usedMs: number): void {
    const tasks = this.projects.get(project)
    if (!tasks) return
    tasks.isServed = false
    tasks.usedMs += usedMs
    if (tasks.waiting.length === 0) this.projects.delete(project)
  }
}
