import { notFound } from '../../../models/domain/errors.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'
import { Project, type ProjectRecord } from '../../../models/project.js'

/** The settings that members may change; undefined ones stay as they are. */
export type ProjectPatch = {
  [K in 'name' | 'language' | 'tracking' | 'timezone' | 'publicKeyMayResubscribe']?: ProjectRecord[K] | undefined
}

/** Changes the settings of a project. When this returns, every gateway uses them. Throws RESOURCE_NOT_FOUND. */
export async function updateProject(projectId: string, patch: ProjectPatch): Promise<ProjectRecord> {
  return throughProjectCaches(async () => {
    const project = await Project.findOneAndUpdate(
      { _id: projectId },
      { $set: patch },
      { returnDocument: 'after' },
    ).lean()
    if (!project) throw notFound('project', projectId)
    return project
  })
}
