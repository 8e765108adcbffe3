import type { ClientSession } from 'mongoose'
import { Project } from '../../models/project.js'

/** The time by the database's own clock, on which the order of events and waits hangs, for work in a project. */
export async function databaseTime(projectId: string, session: ClientSession): Promise<Date> {
  const [clock] = await Project.aggregate<{ now: Date }>([
    { $match: { _id: projectId } },
    { $project: { now: '$$NOW' } },
  ]).session(session)
  if (!clock) throw new Error(`No project ${projectId}`)
  return clock.now
}
