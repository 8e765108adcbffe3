import { asIndex, declaredCollections, type Index, type IndexedCollection } from '../indexes.js'
import { MigrationRecord } from '../migration.js'
import { SchemaState, type IndexName } from '../schema-state.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { connectedDatabase } from '../../runtime/mongodb/database.js'
import { compareIndexes, type IndexChange } from './index-changes.js'
import { MIGRATIONS } from './index.js'
import type { Migration } from './migration.js'

const LISTED_CONCURRENTLY = 8

/** The schema that a version needs. */
export interface Schema {
  migrations: readonly Migration[]
  collections: readonly IndexedCollection[]
}

/** The changes after which a database has the schema of a version. */
export interface MigrationPlan {
  /** Whether a newer version has migrated the database. This version then has nothing to do. */
  isNewer: boolean
  /** Migrations to run. An `interrupted` one has begun and not ended. */
  migrations: { number: number; name: string; interrupted: boolean }[]
  /** Missing collections. Their indexes are listed with the others. */
  collections: string[]
  indexes: IndexChange[]
  /** Indexes that we made and no longer declare. They serve older versions until an operator drops them. */
  undeclared: IndexName[]
}

/** The schema of this version. */
export function presentSchema(): Schema {
  return { migrations: MIGRATIONS, collections: declaredCollections() }
}

/** Whether a version can serve without changes. Indexes that are no longer declared do not matter. */
export function isUpToDate({ isNewer, migrations, collections, indexes }: MigrationPlan): boolean {
  return isNewer || migrations.length + collections.length + indexes.length === 0
}

/** Compares the connected database with a schema, and changes nothing. */
export async function planMigration(schema: Schema = presentSchema()): Promise<MigrationPlan> {
  const [records, state, existing] = await Promise.all([
    MigrationRecord.find({}, { finishedAt: 1 }).lean(),
    SchemaState.findById('schema', { indexes: 1 }).lean(),
    listCollections(),
  ])
  const finished = new Map(records.map(({ _id, finishedAt }) => [_id, Boolean(finishedAt)]))
  const lastNumber = schema.migrations.at(-1)?.number ?? 0
  const plan: MigrationPlan = {
    isNewer: records.some(({ _id }) => _id > lastNumber),
    migrations: schema.migrations
      .filter(({ number }) => !finished.get(number))
      .map(({ number, name }) => ({ number, name, interrupted: finished.has(number) })),
    collections: schema.collections.map(({ name }) => name).filter((name) => !existing.has(name)),
    indexes: [],
    undeclared: [],
  }
  return plan.isNewer
    ? { ...plan, migrations: [], collections: [] }
    : { ...plan, ...(await planIndexes(schema, existing, state?.indexes ?? [])) }
}

async function planIndexes(
  { collections }: Schema,
  existing: ReadonlySet<string>,
  made: readonly IndexName[],
): Promise<Pick<MigrationPlan, 'indexes' | 'undeclared'>> {
  const indexesOf = new Map<string, Index[]>()
  const present = collections.filter(({ name }) => existing.has(name))
  await mapConcurrent(present, LISTED_CONCURRENTLY, async ({ name }) => {
    indexesOf.set(name, await listIndexes(name))
  })
  const comparisons = collections.map((declared) => compareIndexes(declared, indexesOf.get(declared.name) ?? [], made))
  return {
    indexes: comparisons.flatMap(({ changes }) => changes),
    undeclared: comparisons.flatMap(({ undeclared }) => undeclared),
  }
}

async function listCollections(): Promise<Set<string>> {
  const found = await connectedDatabase().listCollections({}, { nameOnly: true }).toArray()
  return new Set(found.map(({ name }) => name))
}

async function listIndexes(collection: string): Promise<Index[]> {
  const found = await connectedDatabase().collection(collection).indexes()
  return found.filter(({ name }) => name !== '_id_').map((index) => asIndex(index))
}
