import { AppError, notFound } from '../../models/domain/errors.js'
import { throughProjectCaches } from './project-cache.js'
import { Project, type DisabledReason, type ProjectRecord } from '../../models/project.js'

/** A project after it was to be disabled or enabled. */
export interface SwitchedProject {
  project: ProjectRecord
  /** False when the project was in that state already. */
  isChanged: boolean
}

/**
 * Disables a project: from then on every gateway lets it only be read, its mail is withheld and its executions end at
 * their next step.
 * A project that is disabled for another reason takes this one. Throws RESOURCE_NOT_FOUND, and CONFLICT
 * during a reset.
 */
export async function disableProject(projectId: string, reason: DisabledReason): Promise<SwitchedProject> {
  const otherwise = { _id: projectId, erasure: null, $or: [{ disabled: false }, { disabledReason: { $ne: reason } }] }
  return switchProject(otherwise, { disabled: true, disabledReason: reason })
}

/** Lets a disabled project work again; withheld emails and ended executions stay so. Throws as `disableProject` does. */
export async function enableProject(projectId: string): Promise<SwitchedProject> {
  return switchProject({ _id: projectId, erasure: null, disabled: true }, { disabled: false, disabledReason: null })
}

async function switchProject(
  otherwise: { _id: string } & Record<string, unknown>,
  state: Pick<ProjectRecord, 'disabled' | 'disabledReason'>,
): Promise<SwitchedProject> {
  return throughProjectCaches(async () => {
    const changed = await Project.findOneAndUpdate(otherwise, { $set: state }, { returnDocument: 'after' }).lean()
    const project = changed ?? (await Project.findOne({ _id: otherwise._id }).lean())
    if (!project || project.erasure?.kind === 'DELETE') throw notFound('project', otherwise._id)
    if (project.erasure) throw new AppError('CONFLICT', 'The project is being reset: try again when that is done')
    return { project, isChanged: changed !== null }
  })
}
