import { isDeepStrictEqual } from 'node:util'
import { declaredCollections, type DeclaredCollection } from '../../models/indexes.js'
import { fault, ok, warning, type Finding } from './examination.js'
import { ask, database } from './mongodb-commands.js'

/** A sharded cluster, as its configuration describes it. */
export interface Cluster {
  shards: readonly string[]
  /** Whether the balancer moves documents. */
  isBalanced: boolean
  /** The shard keys of this database's collections, by name. */
  keys: ReadonlyMap<string, object>
  /** The ranges of zones, each with its collection. */
  zones: readonly { collection: string; min: object; max: object; tag: string }[]
}

const PLAN = 'posthorn shard-plan prints the statements: docs/operating/sharding.md'

/** The cluster that a router (mongos) serves: its shard keys, zones and balancer against what the models declare. */
export async function shards(): Promise<Finding> {
  return judgeCluster(await readCluster(), declaredCollections())
}

async function readCluster(): Promise<Cluster> {
  const { databaseName, client } = database()
  const config = client.db('config')
  // The names of the collections of this database; the character after the dot is a slash.
  const ofOurs = { $gt: `${databaseName}.`, $lt: `${databaseName}/` }
  const nameOf = (ns: string): string => ns.slice(databaseName.length + 1)
  const [{ shards: all }, { mode }, collections, tags] = await Promise.all([
    ask<{ shards: { _id: string }[] }>({ listShards: 1 }),
    ask<{ mode: string }>({ balancerStatus: 1 }),
    config
      .collection<{ _id: string; key: object; unsplittable?: boolean }>('collections')
      .find({ _id: ofOurs })
      .toArray(),
    config.collection<{ ns: string; min: object; max: object; tag: string }>('tags').find({ ns: ofOurs }).toArray(),
  ])
  return {
    shards: all.map(({ _id }) => _id),
    isBalanced: mode === 'full',
    // MongoDB 8 lists collections there that were moved as a whole.
    keys: new Map(collections.filter(({ unsplittable }) => !unsplittable).map(({ _id, key }) => [nameOf(_id), key])),
    zones: tags.map(({ ns, min, max, tag }) => ({ collection: nameOf(ns), min, max, tag })),
  }
}

/** What an operator should know of a cluster. */
export function judgeCluster(
  { shards: all, isBalanced, keys, zones }: Cluster,
  declared: readonly DeclaredCollection[],
): Finding {
  const sharded = declared.filter(({ shardKey }) => shardKey !== null)
  const named = (list: readonly DeclaredCollection[]): string => list.map(({ name }) => name).join(', ')
  const wrong = declared.filter(({ name, shardKey }) => {
    const key = keys.get(name)
    return key !== undefined && Object.keys(key)[0] !== Object.keys(shardKey ?? {})[0]
  })
  if (wrong.length > 0)
    return fault(`other shard keys than declared: ${named(wrong)}: rules of uniqueness do not hold`, PLAN)
  const missing = sharded.filter(({ name }) => !keys.has(name))
  if (missing.length === sharded.length)
    return warning(`MongoDB is a cluster of ${all.length} shards, and all collections are on one`, PLAN)
  if (missing.length > 0) return fault(`not sharded, unlike others: ${named(missing)}`, PLAN)
  const zonesOf = (name: string) =>
    zones.flatMap(({ collection, min, max, tag }) => {
      const [from, to] = [min, max].map((bound) => String(Reflect.get(bound, 'projectId')))
      return collection === name ? [[from, to, tag]] : []
    })
  const [first] = sharded
  const other = sharded.filter(
    ({ name }) => !isDeepStrictEqual(new Set(zonesOf(name)), new Set(zonesOf(first?.name ?? ''))),
  )
  if (other.length > 0)
    return fault(`other zones than ${first?.name}: ${named(other)}: projects are divided among shards`, PLAN)
  if (!isBalanced)
    return warning('the balancer is off: a moved project stays where it is', 'In mongosh: sh.startBalancer()')
  return ok(`${all.length} shards, with the declared keys and the same zones for all collections`)
}
