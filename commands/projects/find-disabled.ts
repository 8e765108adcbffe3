import { Project } from '../../models/project.js'

/** The ids of at most `limit` disabled projects; fails after `timeLimitMs`. */
export async function findDisabledProjects(limit: number, timeLimitMs: number): Promise<string[]> {
  const disabled = await Project.find({ disabled: true }, { _id: 1 }).limit(limit).maxTimeMS(timeLimitMs).lean()
  return disabled.map(({ _id }) => _id)
}
