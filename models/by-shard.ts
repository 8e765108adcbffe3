import { shardOf } from '../runtime/mongodb/shard-of.js'
import { groupBy } from './domain/group-by.js'

interface OfProject {
  projectId: string
}

/** Items grouped by the shards of their projects, for commands and transactions of many projects. */
export function byShard<Item extends OfProject>(items: readonly Item[]): Item[][] {
  return [...groupBy(items, ({ projectId }) => shardOf(projectId)).values()]
}

/** The filter for the projects of items, which are of one shard. */
export function projectsOf(items: readonly OfProject[]): { $in: string[] } {
  return { $in: [...new Set(items.map(({ projectId }) => projectId))] }
}

/** How a batcher gathers items: fairly by project, and together for the projects of a shard. */
export const GATHERED_BY_SHARD = {
  keyOf: ({ projectId }: OfProject): string => projectId,
  groupOf: ({ projectId }: OfProject): string => shardOf(projectId),
} as const
