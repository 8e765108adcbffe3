import type { Schema } from 'mongoose'

/** The fields by which MongoDB distributes the documents of a collection over the shards of a cluster. */
export type ShardKey = Readonly<Record<string, 1>>

/** Where the documents of a collection are in a sharded cluster. */
export interface Sharding {
  /** Null: the collection stays on one shard. */
  shardKey: ShardKey | null
  /** The fields that are added to the key when a project outgrows a shard; missing in collections that stay small. */
  refinedBy?: readonly string[]
  /** Why the collection is not sharded. */
  unshardedBecause?: string
}

/** What is read before the project is known, or by user: accounts, memberships, keys, domains. It stays small. */
export const DIRECTORY = 'the directory, which finds the project'

/** What the installation stores for itself. */
export const INSTALLATION = 'the records of the installation'

const declared = new WeakMap<object, Sharding>()

/**
 * Declares that a collection is sharded by project. All such collections have the same zones, so that a project is
 * whole on one shard: a unique index that begins with `projectId` holds, a query with `projectId` reaches one shard,
 * and a transaction of one project stays on it. `refinedBy` names the fields of a large collection that
 * `refineCollectionShardKey` adds for a project that one shard cannot hold.
 */
export function shardByProject(schema: Schema, ...refinedBy: string[]): void {
  declared.set(schema, { shardKey: { projectId: 1 }, ...(refinedBy.length > 0 ? { refinedBy } : {}) })
}

/** Declares that a collection stays on one shard. */
export function leaveUnsharded(schema: Schema, because: string): void {
  declared.set(schema, { shardKey: null, unshardedBecause: because })
}

/** The sharding that the model of a schema declares. */
export function shardingOf(schema: object): Sharding {
  const sharding = declared.get(schema)
  if (!sharding) throw new Error('A model declares no shard key: see models/shard-key.ts')
  return sharding
}
