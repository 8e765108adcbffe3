import type mongoose from 'mongoose'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { groupBy } from '../domain/group-by.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { SchemaState, type IndexName } from '../schema-state.js'
import type { IndexChange } from './index-changes.js'
import { MigrationError } from './migration.js'
import type { MigrationPlan } from './plan.js'

const BUILT_CONCURRENTLY = 4
// A build may take long. With a time limit, the connection would stop waiting for the reply after half a minute.
const UNLIMITED = { timeoutMS: 0 }
const NO_SUCH_INDEX = 27

type Database = mongoose.mongo.Db

/** Makes the missing collections with their indexes, in one command each. */
export async function makeCollections(db: Database, { collections, indexes }: MigrationPlan): Promise<void> {
  await mapConcurrent(collections, BUILT_CONCURRENTLY, async (name) => {
    const changes = indexes.filter(({ collection }) => collection === name)
    if (changes.length > 0) await build(db, name, changes)
    // A transaction fails on a collection that another transaction is creating, so all collections must exist before.
    else await db.createCollection(name).catch(ignoreExisting)
  })
}

/** Changes indexes: first builds all missing indexes, and then drops the replaced ones. */
export async function changeIndexes(db: Database, changes: readonly IndexChange[], signal: AbortSignal): Promise<void> {
  const byCollection = groupBy(changes, ({ collection }) => collection)
  await mapConcurrent(byCollection, BUILT_CONCURRENTLY, async ([collection, ofOne]) => {
    signal.throwIfAborted()
    const [first, last] = [ofOne.filter(isInTheWay), ofOne.filter((change) => !isInTheWay(change))]
    await dropIndexes(db, first.flatMap(replacedBy))
    const isThere = ({ how }: IndexChange): boolean => how === 'modify' || how === 'clear'
    await build(
      db,
      collection,
      ofOne.filter((change) => !isThere(change)),
    )
    for (const { how, index } of ofOne) if (how === 'modify') await modify(db, collection, index)
    await dropIndexes(db, last.flatMap(replacedBy))
  })
}

/** Drops indexes that still exist. */
export async function dropIndexes(db: Database, indexes: readonly IndexName[]): Promise<void> {
  for (const { collection, name } of indexes) {
    await db.collection(collection).dropIndex(name, UNLIMITED).catch(ignoreMissing)
    await SchemaState.updateOne({ _id: 'schema' }, { $pull: { indexes: { collection, name } } })
  }
}

async function build(db: Database, collection: string, changes: readonly IndexChange[]): Promise<void> {
  if (changes.length === 0) return
  const descriptions = changes.map(({ index }) => index as mongoose.mongo.IndexDescription)
  // The name is stored before the build, so that an index of a killed process is known as ours.
  await record(changes.map(({ index: { name } }) => ({ collection, name })))
  try {
    await db.collection(collection).createIndexes(descriptions, UNLIMITED)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // The error itself is not shown, because it holds the value, such as an address.
    const unique = changes.filter(({ index }) => index.unique).map(({ index }) => index.name)
    throw new MigrationError(
      `Documents of ${collection} have the same values where a unique index is to be: ${unique.join(' or ')}.`,
    )
  }
}

async function modify(db: Database, collection: string, { name, expireAfterSeconds, hidden }: IndexChange['index']) {
  const index = { name, hidden: hidden ?? false, ...(expireAfterSeconds === undefined ? {} : { expireAfterSeconds }) }
  await db.command({ collMod: collection, index }, UNLIMITED)
}

function replacedBy({ collection, replaces }: IndexChange): IndexName[] {
  return replaces.map((name) => ({ collection, name }))
}

function isInTheWay({ how }: IndexChange): boolean {
  return how === 'recreate'
}

async function record(indexes: IndexName[]): Promise<void> {
  if (indexes.length === 0) return
  await SchemaState.updateOne({ _id: 'schema' }, { $addToSet: { indexes: { $each: indexes } } }, { upsert: true })
}

function ignoreExisting(error: { codeName?: string }): void {
  if (error.codeName !== 'NamespaceExists') throw error
}

function ignoreMissing(error: { code?: number }): void {
  if (error.code !== NO_SUCH_INDEX) throw error
}
