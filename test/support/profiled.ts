import { foldingDone } from '../../commands/automation/executions/fold-counts.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'

/** One operation, as the database's own profiler records it. */
export interface Profiled {
  ns: string
  op: string
  planSummary?: string
  hasSortStage?: boolean
  keysExamined?: number
  docsExamined?: number
  nreturned?: number
  nMatched?: number
  keysInserted?: number
  keysDeleted?: number
  command: { aggregate?: string; comment?: string }
}

/** What `work` made the database do with a collection. */
export async function operationsOf(collection: string, work: () => Promise<unknown>): Promise<Profiled[]> {
  const db = connectedDatabase()
  // A plan that an earlier test left in the cache may suit other data.
  await db.command({ planCacheClear: collection })
  await profile(work)
  const ns = `${db.databaseName}.${collection}`
  const looks = { ns, planSummary: { $exists: true } }
  return db.collection<Profiled>('system.profile').find(looks).toArray()
}

/** How many index entries `work` made and removed in each collection that it wrote to. */
export async function indexWritesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  await profile(work)
  const written: Record<string, number> = {}
  for await (const { ns, keysInserted = 0, keysDeleted = 0 } of connectedDatabase()
    .collection<Profiled>('system.profile')
    .find()) {
    const collection = ns.slice(ns.indexOf('.') + 1)
    if (keysInserted + keysDeleted > 0) written[collection] = (written[collection] ?? 0) + keysInserted + keysDeleted
  }
  return written
}

/** Lets the database's profiler record every operation of `work`, and no other. */
async function profile(work: () => Promise<unknown>): Promise<void> {
  // Counters of steps are folded some seconds after they were stored, perhaps by an earlier test.
  await foldingDone()
  const db = connectedDatabase()
  await db.dropCollection('system.profile').catch(() => false)
  await db.command({ profile: 2 })
  try {
    await work()
  } finally {
    await db.command({ profile: 0 })
  }
}
