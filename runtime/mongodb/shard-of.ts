let areProjectsApart = false

/**
 * The name of the shard of a project. Writes of several projects may share a transaction if these are of one shard, so
 * group writes by it instead of by project. All projects are of one shard on a replica set. In a sharded cluster each
 * counts as a shard of its own, because an operator may move it at any time.
 */
export function shardOf(projectId: string): string {
  return areProjectsApart ? projectId : ''
}

/** Whether each project is a shard of its own. */
export function areApart(): boolean {
  return areProjectsApart
}

/** Decides whether each project is a shard of its own; the connection to a sharded cluster says so. */
export function setProjectsApart(areApart: boolean): void {
  areProjectsApart = areApart
}
