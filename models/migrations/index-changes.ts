import { createHash } from 'node:crypto'
import mongoose from 'mongoose'
import type { IndexedCollection, Index } from '../indexes.js'
import type { IndexName } from '../schema-state.js'

const { EJSON } = mongoose.mongo.BSON

/** The change after which a collection has an index as declared. */
export interface IndexChange {
  collection: string
  index: Index
  /**
   * The kind of change.
   *
   * `create`: the index is missing.
   *
   * `replace`: the index is built beside older indexes, which are then dropped.
   *
   * `modify`: the time to live or the visibility differs, which MongoDB changes in place.
   *
   * `recreate`: MongoDB can neither change the index in place nor build another beside it.
   *
   * `clear`: the index exists, and so do the indexes that it has replaced.
   */
  how: 'create' | 'replace' | 'modify' | 'recreate' | 'clear'
  /** The names of the indexes that this change drops. */
  replaces: string[]
}

/** The changes of one collection, and the indexes that only older versions declared. */
export interface CollectionChanges {
  changes: IndexChange[]
  undeclared: IndexName[]
}

/** Compares the indexes of a collection with the declared ones. `made` are the indexes that migrations have made. */
export function compareIndexes(
  { name: collection, indexes: declared }: IndexedCollection,
  existing: readonly Index[],
  made: readonly IndexName[],
): CollectionChanges {
  const isWanted = ({ name }: Index): boolean => declared.some((index) => nameIn(existing, index) === name)
  const unwanted = existing.filter((index) => !isWanted(index))
  const changes = declared.flatMap((index) => changeOf(collection, index, existing, unwanted) ?? [])
  const replaced = new Set(changes.flatMap(({ replaces }) => replaces))
  const isUndeclared = ({ name }: Index): boolean =>
    !replaced.has(name) && made.some((one) => one.collection === collection && one.name === name)
  return { changes, undeclared: unwanted.filter(isUndeclared).map(({ name }) => ({ collection, name })) }
}

function changeOf(
  collection: string,
  index: Index,
  existing: readonly Index[],
  unwanted: readonly Index[],
): IndexChange | null {
  const found = existing.find((one) => signature(one) === signature(index))
  const replaces = unwanted.filter(({ name }) => isNamedFor(name, index.name)).map(({ name }) => name)
  if (!found) {
    const name = replaces.length > 0 ? `${index.name}_${digest(index)}` : index.name
    return { collection, index: { ...index, name }, how: replaces.length > 0 ? 'replace' : 'create', replaces }
  }
  const namedIndex = { ...index, name: found.name }
  if (found.expireAfterSeconds === index.expireAfterSeconds && Boolean(found.hidden) === Boolean(index.hidden)) {
    return replaces.length > 0 ? { collection, index: namedIndex, how: 'clear', replaces } : null
  }
  if (index.expireAfterSeconds !== undefined || found.expireAfterSeconds === undefined) {
    return { collection, index: namedIndex, how: 'modify', replaces }
  }
  return { collection, index: namedIndex, how: 'recreate', replaces: [...replaces, found.name] }
}

function nameIn(existing: readonly Index[], index: Index): string | undefined {
  return existing.find((one) => signature(one) === signature(index))?.name
}

/** The properties of an index that MongoDB compares: two indexes of one collection can exist when these differ. */
function signature({ key, unique, sparse, partialFilterExpression, collation }: Index): string {
  return EJSON.stringify([Object.entries(key), unique, sparse, partialFilterExpression, collation])
}

function digest(index: Index): string {
  return createHash('sha256').update(signature(index)).digest('hex').slice(0, 8)
}

/** Whether an index has a declared name, or the name of an index that replaced one of that name. */
function isNamedFor(name: string, declared: string): boolean {
  return name === declared || (name.startsWith(`${declared}_`) && /^[0-9a-f]{8}$/.test(name.slice(declared.length + 1)))
}
