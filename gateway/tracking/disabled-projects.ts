import {
  findDeletedProjects,
  findDisabledProjects,
  type Deletion,
} from '../../commands/tenancy/projects/find-disabled.js'
import { repeat } from '../../runtime/concurrency/repeat.js'
import { withinTime } from '../../runtime/concurrency/within-time.js'
import { loggableError } from '../../runtime/loggable-error.js'
import type { Logger } from '../../runtime/logger.js'
import { mongodbConnected } from '../../runtime/mongodb/connection.js'
import { CompactIds } from './compact-ids.js'

/** The projects that are disabled or deleted, as this process knows them. */
export interface DisabledProjects {
  /** Reads memory only. */
  has(projectId: string): boolean
  /** Resolves once no read is under way. */
  stop(): Promise<void>
}

const EVERY_MS = 2_000
const TIME_LIMIT_MS = 2_000
// Some 10 MB. The links of further disabled projects still redirect.
const MAX_DISABLED = 100_000
// 32 MB. A user adds `MAX_PROJECTS_PER_USER` a day at most.
const MAX_DELETED = 4_000_000
const PAGE = 10_000
// A deletion becomes visible with the commit of its transaction, which is later than its `deletedAt`.
const OVERLAP_MS = 60_000

/**
 * Keeps the ids of the disabled and of the deleted projects in memory, so that the answer to a click needs no database.
 * Two small indexed queries run every two seconds, the first once MongoDB is connected. Deleted projects are only
 * added. While MongoDB is unavailable, the last known ids stay.
 */
export function watchDisabledProjects(log: Logger): DisabledProjects {
  let disabled: ReadonlySet<string> = new Set()
  let reading: Promise<void> | null = null
  let isFailing = false
  let isStopped = false
  const deleted = createDeletedProjects()
  const read = async (): Promise<void> => {
    disabled = new Set(await findDisabledProjects(MAX_DISABLED, TIME_LIMIT_MS))
    await deleted.read(() => isStopped)
  }
  const refresh = async (): Promise<void> => {
    try {
      // A read may last longer than its time limit if MongoDB does not answer, and then no second one starts.
      reading ??= read().finally(() => (reading = null))
      await withinTime(reading, TIME_LIMIT_MS, 'The disabled projects were not read in time')
      isFailing = false
      if (disabled.size >= MAX_DISABLED || deleted.size >= MAX_DELETED) {
        log.error({ disabled: disabled.size, deleted: deleted.size }, 'too many projects are disabled to know all')
      }
    } catch (error) {
      if (!isFailing) log.warn({ error: loggableError(error) }, 'the disabled projects could not be read')
      isFailing = true
    }
  }
  const refreshing = repeat(EVERY_MS, refresh)
  void mongodbConnected().then(() => (isStopped ? undefined : refresh()))
  return {
    has: (projectId) => disabled.has(projectId) || deleted.has(projectId),
    async stop() {
      isStopped = true
      await refreshing.stop()
    },
  }
}

function createDeletedProjects() {
  const ids = new CompactIds()
  let latest: Deletion | Pick<Deletion, 'deletedAt'> = { deletedAt: new Date(0) }
  return {
    get size() {
      return ids.size
    },
    has: (projectId: string) => ids.has(projectId),
    /** Continues where the last read ended, batch by batch. */
    async read(isStopped: () => boolean): Promise<void> {
      latest = { deletedAt: new Date(Math.max(0, latest.deletedAt.getTime() - OVERLAP_MS)) }
      while (ids.size < MAX_DELETED && !isStopped()) {
        const page: Deletion[] = await findDeletedProjects(latest, PAGE, TIME_LIMIT_MS)
        ids.add(page.map(({ _id }) => _id))
        latest = page.at(-1) ?? latest
        if (page.length < PAGE) return
      }
    },
  }
}
