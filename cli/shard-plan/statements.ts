import type { DeclaredCollection, Index } from '../../models/indexes.js'
import type { ShardKey } from '../../models/shard-key.js'

/** A collection that is sharded. */
export type ShardedCollection = DeclaredCollection & { shardKey: ShardKey }

/** Where the collections are. */
export interface Place {
  database: string
  collections: readonly DeclaredCollection[]
}

/** Those of the collections that are sharded, by name. */
export function shardedAmong(collections: readonly DeclaredCollection[]): ShardedCollection[] {
  return collections
    .filter((each): each is ShardedCollection => each.shardKey !== null)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** Shards all collections, with one zone for all projects. */
export function shardAll({ database, collections }: Place, { shard, zone }: { shard: string; zone: string }): string[] {
  const sharded = shardedAmong(collections)
  const missing = sharded.filter(({ indexes, shardKey }) => !indexes.some((index) => supports(index, shardKey)))
  return [
    `sh.enableSharding(${quoted(database)})`,
    `sh.addShardToZone(${quoted(shard)}, ${quoted(zone)})`,
    '// All projects are in one zone, with the same range in every collection.',
    ...sharded.map((each) => zoneRange(database, each, ['MinKey()', 'MaxKey()'], zone)),
    '// Indexes for the shard key where no index of Posthorn begins with it.',
    ...missing.map((each) => createIndex(database, each.name, each.shardKey)),
    ...sharded.map(({ name, shardKey }) => `sh.shardCollection(${quoted(`${database}.${name}`)}, ${object(shardKey)})`),
  ]
}

/**
 * Moves a project to another zone: in every collection, the range that holds the project is replaced by the project's
 * own and by those beside it. The balancer then moves the documents.
 */
export function moveProject({ database, collections }: Place, projectId: string, zone: string): string[] {
  const names = shardedAmong(collections).map(({ name }) => quoted(`${database}.${name}`))
  return [
    `const [project, zone] = [${quoted(projectId)}, ${quoted(zone)}]`,
    '// No id of a project lies between these two.',
    'const [from, to] = [{ projectId: project }, { projectId: `${project}!` }]',
    `for (const ns of [${names.join(', ')}]) {`,
    "  const holds = { $and: [{ $lte: ['$min.projectId', project] }, { $gt: ['$max.projectId', project] }] }",
    "  const range = db.getSiblingDB('config').tags.findOne({ ns, $expr: holds })",
    '  if (range) sh.removeRangeFromZone(ns, range.min, range.max)',
    '  sh.updateZoneKeyRange(ns, from, to, zone)',
    '  if (!range) continue',
    '  if (range.min.projectId !== project) sh.updateZoneKeyRange(ns, range.min, from, range.tag)',
    '  if (range.max.projectId !== to.projectId) sh.updateZoneKeyRange(ns, to, range.max, range.tag)',
    '}',
  ]
}

/** Adds fields to the shard key of a collection, so that a project can be on several shards. */
export function refine({ database }: Pick<Place, 'database'>, collection: ShardedCollection): string[] {
  const { name, indexes } = collection
  const key = refinedKeyOf(collection)
  const command = `{ refineCollectionShardKey: ${quoted(`${database}.${name}`)}, key: ${object(key)} }`
  return [
    ...(indexes.some((index) => supports(index, key)) ? [] : [createIndex(database, name, key)]),
    `db.adminCommand(${command})`,
  ]
}

/** The shard key of a collection with the fields that are added for a project that outgrows a shard. */
export function refinedKeyOf({ shardKey, refinedBy = [] }: ShardedCollection): ShardKey {
  return { ...shardKey, ...Object.fromEntries(refinedBy.map((field) => [field, 1 as const])) }
}

/** The unique indexes of a collection that MongoDB cannot keep once the shard key is refined. */
export function unkeptBy(collection: ShardedCollection): Index[] {
  const fields = Object.keys(refinedKeyOf(collection))
  return collection.indexes.filter(
    ({ unique, key }) => unique && fields.some((field, place) => Object.keys(key)[place] !== field),
  )
}

function supports({ key, partialFilterExpression, sparse }: Index, shardKey: ShardKey): boolean {
  if (partialFilterExpression || sparse) return false
  return Object.entries(shardKey).every(([field], place) => {
    const [name, direction] = Object.entries(key)[place] ?? []
    return name === field && direction === 1
  })
}

function zoneRange(database: string, { name }: ShardedCollection, bounds: string[], zone: string): string {
  const [from, to] = bounds.map((bound) => `{ projectId: ${bound} }`)
  return `sh.updateZoneKeyRange(${quoted(`${database}.${name}`)}, ${from}, ${to}, ${quoted(zone)})`
}

function createIndex(database: string, name: string, key: ShardKey): string {
  return `db.getSiblingDB(${quoted(database)}).getCollection(${quoted(name)}).createIndex(${object(key)})`
}

const quoted = (text: string): string => JSON.stringify(text)

const object = (key: ShardKey): string =>
  `{ ${Object.keys(key)
    .map((field) => `${field}: 1`)
    .join(', ')} }`
