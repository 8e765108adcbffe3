import type { ClientSession } from 'mongoose'
import { AppError, notFound } from '../../models/domain/errors.js'
import { Project, type DisabledReason, type ProjectRecord } from '../../models/project.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { pauseRunning } from '../campaigns/pause-running.js'
import { createJob } from '../jobs/advance-job.js'
import { throughProjectCaches } from './project-cache.js'

/** A project after it was to be disabled or enabled. */
export interface SwitchedProject {
  project: ProjectRecord
  /** False when the project was in that state already. */
  isChanged: boolean
}

/**
 * Disables a project: from then on every gateway lets it only be read, its mail is withheld, its executions end at
 * their next step and its campaigns are paused.
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
  return switchOffWhere(otherwise, reason, { tells })
}

/** The state of a project's subscription by which it is switched; nothing is switched once another state was stored. */
export interface PaymentState {
  projectId: string
  revision: number
}

/**
 * Disables a project whose payments were given up, like `switchOff`. One that is disabled for another reason keeps that
 * reason, so that a payment does not enable it.
 */
export async function disableUnpaid(
  { projectId, revision }: PaymentState,
  { tells }: { tells: boolean },
): Promise<SwitchedProject> {
  const otherwise = { _id: projectId, erasure: null, disabled: false, 'billing.revision': revision }
  return switchOffWhere(otherwise, 'PAYMENT_FAILED', { tells })
}

/** Enables a project that is disabled because of its payments, and for no other reason. */
export async function enableAfterPayment({ projectId, revision }: PaymentState): Promise<SwitchedProject> {
  const unpaid = { _id: projectId, erasure: null, disabled: true, disabledReason: 'PAYMENT_FAILED' }
  return switchProject(
    { ...unpaid, 'billing.revision': revision },
    { disabled: false, disabledReason: null },
    async () => undefined,
  )
}

async function switchOffWhere(
  otherwise: { _id: string } & Record<string, unknown>,
  reason: DisabledReason,
  { tells }: { tells: boolean },
): Promise<SwitchedProject> {
  const projectId = otherwise._id
  const switched = await switchProject(otherwise, { disabled: true, disabledReason: reason }, async (session) => {
    await pauseRunning({ projectId }, 'PROJECT_DISABLED', session)
    if (tells) await createJob({ projectId, kind: 'TELL_MEMBERS', input: { reason } }, session)
  })
  // A campaign that began meanwhile looks at the project after that, and so finds it disabled.
  if (switched.project.disabled) await pauseRunning({ projectId }, 'PROJECT_DISABLED')
  return switched
}

/**
 * Lets a disabled project work again, and its campaigns be resumed; withheld emails and ended executions stay so.
 * Throws as `disableProject` does.
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
