import mongoose from 'mongoose'

/** One operation, as the database's own profiler tells what it did. */
export interface Profiled {
  ns: string
  op: string
  planSummary?: string
  hasSortStage?: boolean
  keysExamined?: number
  docsExamined?: number
  nreturned?: number
  nMatched?: number
  command: { aggregate?: string; comment?: string }
}

/** What `work` made the database do with a collection. */
export async function operationsOf(collection: string, work: () => Promise<unknown>): Promise<Profiled[]> {
  const { db } = mongoose.connection
  if (!db) throw new Error('no database')
  await db.dropCollection('system.profile').catch(() => false)
  // A plan that an earlier test left in the cache may suit other data.
  await db.command({ planCacheClear: collection })
  await db.command({ profile: 2 })
  try {
    await work()
  } finally {
    await db.command({ profile: 0 })
  }
  const ns = `${db.databaseName}.${collection}`
  const looks = { ns, planSummary: { $exists: true } }
  return db.collection<Profiled>('system.profile').find(looks).toArray()
}
