import { notFound } from '../../models/domain/errors.js'
import { Project, type ProjectRecord } from '../../models/project.js'

/** What members may change of a project; what is undefined stays as it is. */
export type ProjectPatch = {
  [K in 'name' | 'language' | 'tracking' | 'timezone']?: ProjectRecord[K] | undefined
}

/** Changes the settings of a project. Throws RESOURCE_NOT_FOUND when it is gone. */
export async function updateProject(projectId: string, patch: ProjectPatch): Promise<ProjectRecord> {
  const project = await Project.findOneAndUpdate(
    { _id: projectId },
    { $set: patch },
    { returnDocument: 'after' },
  ).lean()
  if (!project) throw notFound('project', projectId)
  return project
}
