import type { ClientSession } from 'mongoose'
import { ProjectState } from '../../../models/project-state.js'

/**
 * The time of the database's clock: in a sharded cluster, that of the project's shard. The order of events and waits
 * depends on this clock alone.
 */
export async function databaseTime(projectId: string, session: ClientSession): Promise<Date> {
  const [clock] = await ProjectState.aggregate<{ now: Date }>([
    { $match: { _id: projectId, projectId } },
    { $project: { now: '$$NOW' } },
  ]).session(session)
  if (!clock) throw new Error(`No project ${projectId}`)
  return clock.now
}
