import type { ClientSession } from 'mongoose'
import { Project } from '../../../models/project.js'

/** The time of the database's clock. The order of events and waits depends on this clock alone. */
export async function databaseTime(projectId: string, session: ClientSession): Promise<Date> {
  const [clock] = await Project.aggregate<{ now: Date }>([
    { $match: { _id: projectId } },
    { $project: { now: '$$NOW' } },
  ]).session(session)
  if (!clock) throw new Error(`No project ${projectId}`)
  return clock.now
}
