import { findDisabledProjects } from '../../commands/projects/find-disabled.js'
import { repeat } from '../../runtime/concurrency/repeat.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { mongodbConnected } from '../../runtime/mongodb/connection.js'

/** The projects that are disabled, as this process knows them. */
export interface DisabledProjects {
  /** Answers from memory. */
  has(projectId: string): boolean
  /** Resolves once nothing is read any more. */
  stop(): Promise<void>
}

const EVERY_MS = 2_000
const TIME_LIMIT_MS = 2_000
// Some 10 MB. Links of further disabled projects go on redirecting.
const MAX_PROJECTS = 100_000

/**
 * Keeps the ids of the disabled projects in memory, so that answering a click needs no database: one small indexed query
 * every two seconds, the first when MongoDB is reached. While MongoDB is away the last known ids stay.
 */
export function watchDisabledProjects(log: Logger): DisabledProjects {
  let known: ReadonlySet<string> = new Set()
  let reading: Promise<string[]> | null = null
  let isFailing = false
  let isStopped = false
  const refresh = async (): Promise<void> => {
    try {
      // A read that MongoDB does not answer may last longer than the time for it, and no second one joins it.
      reading ??= findDisabledProjects(MAX_PROJECTS, TIME_LIMIT_MS).finally(() => (reading = null))
      known = new Set(await withinTime(reading, TIME_LIMIT_MS, 'The disabled projects were not read in time'))
      isFailing = false
      if (known.size === MAX_PROJECTS) log.error({ known: known.size }, 'too many projects are disabled to know all')
    } catch (error) {
      if (!isFailing) log.warn({ error: loggableError(error) }, 'the disabled projects are not known anew')
      isFailing = true
    }
  }
  const refreshing = repeat(EVERY_MS, refresh)
  void mongodbConnected().then(() => (isStopped ? undefined : refresh()))
  return {
    has: (projectId) => known.has(projectId),
    async stop() {
      isStopped = true
      await refreshing.stop()
    },
  }
}
