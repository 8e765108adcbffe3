import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { VERSION } from '../../runtime/version.js'
import { MigrationRecord } from '../migration.js'
import { changeIndexes, dropIndexes, makeCollections } from './build-indexes.js'
import { acquireLock, type MigrationLock } from './lock.js'
import type { Migration } from './migration.js'
import { isUpToDate, planMigration, presentSchema, type MigrationPlan, type Schema } from './plan.js'

/** Options of a migration. */
export interface MigrateOptions {
  schema?: Schema
  /** Also drops the indexes that only older versions declare. Set it only when no process of an older version runs. */
  dropsUndeclared?: boolean
  /** Called with a line for each step. */
  report?: (step: Record<string, unknown>, message: string) => void
  leaseMs?: number
}

/**
 * Brings the connected database to the schema of this version, and returns the plan that it carried out. If several
 * processes call it, one migrates and the others wait. Repeating it is safe, also after a kill. It changes nothing in a
 * database that a newer version has migrated.
 */
export async function migrate(options: MigrateOptions = {}): Promise<MigrationPlan> {
  const { schema = presentSchema(), report = () => undefined, leaseMs } = options
  const isDone = (plan: MigrationPlan): boolean =>
    isUpToDate(plan) && (plan.undeclared.length === 0 || !options.dropsUndeclared)
  const before = await planMigration(schema)
  if (before.isNewer || isDone(before)) return before
  const lock = await acquireLock((holder) => report({ holder }, 'another process migrates this database'), leaseMs)
  try {
    const plan = await planMigration(schema)
    if (!plan.isNewer && !isDone(plan)) await carryOut(plan, lock, { ...options, schema, report })
    return plan
  } finally {
    await lock.release()
  }
}

type CompleteOptions = Required<Pick<MigrateOptions, 'schema' | 'report'>> & Pick<MigrateOptions, 'dropsUndeclared'>

async function carryOut(plan: MigrationPlan, { signal }: MigrationLock, options: CompleteOptions): Promise<void> {
  const { schema, report } = options
  const db = connectedDatabase()
  if (plan.collections.length > 0) {
    report({ collections: plan.collections.length }, 'making collections')
    await makeCollections(db, plan)
  }
  for (const migration of schema.migrations) {
    if (plan.migrations.some(({ number }) => number === migration.number)) await run(migration, signal, report)
  }
  // The migrations may have made or dropped indexes of existing collections.
  const isFresh = plan.collections.length === schema.collections.length
  const { indexes, undeclared } = isFresh ? { indexes: [], undeclared: [] } : await planMigration(schema)
  for (const { collection, index, how, replaces } of indexes) {
    report({ collection, index: index.name, how, replaces }, 'changing an index')
  }
  await changeIndexes(db, indexes, signal)
  if (!options.dropsUndeclared) return
  for (const index of undeclared) report({ ...index }, 'dropping an index that is no longer declared')
  await dropIndexes(db, undeclared)
}

async function run(migration: Migration, signal: AbortSignal, report: CompleteOptions['report']): Promise<void> {
  signal.throwIfAborted()
  const { number, name, compatibleFrom = 0 } = migration
  report({ migration: number, name }, 'running a migration')
  const facts = { name, compatibleFrom, version: VERSION, finishedAt: null, durationMs: null }
  // The record is stored before the first change. After that, a version that does not know the change must not start.
  const record = await MigrationRecord.findOneAndUpdate(
    { _id: number },
    [{ $set: { ...facts, startedAt: { $ifNull: ['$startedAt', '$$NOW'] } } }],
    { upsert: true, returnDocument: 'after', updatePipeline: true },
  ).lean()
  await migration.up({
    db: connectedDatabase(),
    progress: record.progress ?? null,
    saveProgress: async (progress) => void (await MigrationRecord.updateOne({ _id: number }, { $set: { progress } })),
    signal,
  })
  signal.throwIfAborted()
  const durationMs = { $toInt: { $subtract: ['$$NOW', '$startedAt'] } }
  await MigrationRecord.updateOne(
    { _id: number },
    [{ $set: { finishedAt: '$$NOW', durationMs } }, { $unset: 'progress' }],
    { updatePipeline: true },
  )
  report({ migration: number, name }, 'the migration is done')
}
