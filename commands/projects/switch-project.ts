import type { ClientSession } from 'mongoose'
import { AppError, notFound } from '../../models/domain/errors.js'
import { Project, type DisabledReason, type ProjectRecord } from '../../models/project.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { pauseAllCampaigns } from '../campaigns/pause-all-campaigns.js'
import { createJob } from '../jobs/advance-job.js'
import { throughProjectCaches } from './project-cache.js'

/** A project after it was to be disabled or enabled. */
export interface SwitchedProject {
  project: ProjectRecord
  /** False when the project was in that state already. */
  isChanged: boolean
}

/**
 * Disables a project: from then on every gateway lets it only be read, its mail is withheld, its executions end at their
 * next step and its campaigns are paused.
 * A project that is disabled for another reason takes this one. Throws RESOURCE_NOT_FOUND, and CONFLICT during a reset.
 */
export async function disableProject(projectId: string, reason: DisabledReason): Promise<SwitchedProject> {
  return switchOff(projectId, reason, { tells: false })
}

/** The same; with `tells` a job mails it to the members, once. The relay finds the job by itself. */
export async function switchOff(
  projectId: string,
  reason: DisabledReason,
  { tells }: { tells: boolean },
): Promise<SwitchedProject> {
  const otherwise = { _id: projectId, erasure: null, $or: [{ disabled: false }, { disabledReason: { $ne: reason } }] }
  const switched = await switchProject(otherwise, { disabled: true, disabledReason: reason }, async (session) => {
    await pauseAllCampaigns(projectId, 'PROJECT_DISABLED', session)
    if (tells) await createJob({ projectId, kind: 'TELL_MEMBERS', input: {} }, session)
  })
  // A campaign that began meanwhile looks at the project after that, and so finds it disabled.
  await pauseAllCampaigns(projectId, 'PROJECT_DISABLED')
  return switched
}

/**
 * Lets a disabled project work again, and its campaigns be resumed; withheld emails and ended executions stay so. Throws as
 * `disableProject` does.
 */
export async function enableProject(projectId: string): Promise<SwitchedProject> {
  const disabled = { _id: projectId, erasure: null, disabled: true }
  return switchProject(disabled, { disabled: false, disabledReason: null }, async () => undefined)
}

async function switchProject(
  otherwise: { _id: string } & Record<string, unknown>,
  state: Pick<ProjectRecord, 'disabled' | 'disabledReason'>,
  withIt: (session: ClientSession) => Promise<void>,
): Promise<SwitchedProject> {
  return throughProjectCaches(async () => {
    const changed = await inTransaction(async (session) => {
      const options = { returnDocument: 'after', session } as const
      const project = await Project.findOneAndUpdate(otherwise, { $set: state }, options).lean()
      if (project) await withIt(session)
      return project
    })
    const project = changed ?? (await Project.findOne({ _id: otherwise._id }).lean())
    if (!project || project.erasure?.kind === 'DELETE') throw notFound('project', otherwise._id)
    if (project.erasure) throw new AppError('CONFLICT', 'The project is being reset: try again when that is done')
    return { project, isChanged: changed !== null }
  })
}
