import { setProjectsApart } from '../../runtime/mongodb/shard-of.js'

/**
 * Runs `work` as on a replica set, where writes of several projects may share a transaction. Elsewhere in the tests
 * each project is a shard of its own, so that the law of shards (`test/law/`) sees a transaction over two projects.
 */
export async function withOneShard<T>(work: () => T | Promise<T>): Promise<T> {
  setProjectsApart(false)
  try {
    return await work()
  } finally {
    setProjectsApart(true)
  }
}
