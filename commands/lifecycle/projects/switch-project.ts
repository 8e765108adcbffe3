import type { ClientSession } from 'mongoose'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Project, type DisabledReason, type ProjectRecord } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { excludeSentMail } from '../../base/counters/reputation.js'
import { judgeAnew } from '../../sending/campaigns/judge-campaigns.js'
import { pauseRunning } from '../../sending/campaigns/pause-running.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { notify } from '../../base/notifications/notify.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'

/** The outcome of an attempt to disable or enable a project. */
export interface SwitchedProject {
  project: ProjectRecord
  /** False when the project was in that state already. */
  isChanged: boolean
}

/**
 * Disables a project. Every gateway then refuses what sends, enables or starts (`Effect`), its mail is withheld, its
 * executions end at their next step, its events start nothing, and its campaigns are paused. If the project is disabled
 * for another reason, `reason` replaces that reason. Throws RESOURCE_NOT_FOUND, and CONFLICT during a reset.
 */
export async function disableProject(projectId: string, reason: DisabledReason): Promise<SwitchedProject> {
  return switchOff(projectId, reason, { mailsMembers: false })
}

/** As `disableProject`; with `mailsMembers` a job also mails the members, once. */
export async function switchOff(
  projectId: string,
  reason: DisabledReason,
  { mailsMembers }: { mailsMembers: boolean },
): Promise<SwitchedProject> {
  const otherwise = { _id: projectId, erasure: null, $or: [{ disabled: false }, { disabledReason: { $ne: reason } }] }
  return switchOffWhere(otherwise, reason, { mailsMembers })
}

/** A state of a project's subscription. The project is not switched by it once a later state was stored. */
export interface PaymentState {
  projectId: string
  revision: number
}

/**
 * Disables a project when the payment service has given up on its payments, like `switchOff`. A project that is
 * disabled for another reason keeps that reason, so that a payment does not enable it.
 */
export async function disableUnpaid(
  { projectId, revision }: PaymentState,
  { mailsMembers }: { mailsMembers: boolean },
): Promise<SwitchedProject> {
  const otherwise = { _id: projectId, erasure: null, disabled: false, 'billing.revision': revision }
  return switchOffWhere(otherwise, 'PAYMENT_FAILED', { mailsMembers })
}

/**
 * Enables a project that is disabled because of its payments, and for no other reason. A payment is no decision about
 * its reputation, which goes on to be judged by all of its mail.
 */
export async function enableAfterPayment({ projectId, revision }: PaymentState): Promise<SwitchedProject> {
  const unpaid = { _id: projectId, erasure: null, disabled: true, disabledReason: 'PAYMENT_FAILED' }
  return switchProject(
    { ...unpaid, 'billing.revision': revision },
    { disabled: false, disabledReason: null, enabledAt: databaseNow() },
    async () => undefined,
  )
}

async function switchOffWhere(
  otherwise: { _id: string } & Record<string, unknown>,
  reason: DisabledReason,
  { mailsMembers }: { mailsMembers: boolean },
): Promise<SwitchedProject> {
  const projectId = otherwise._id
  const switched = await switchProject(otherwise, { disabled: true, disabledReason: reason }, async (session) => {
    await markDisabled(projectId, session)
    await notify({ projectId, kind: 'PROJECT_DISABLED', key: `disabled:${newId()}`, about: { reason } }, session)
    await pauseRunning({ projectId }, 'PROJECT_DISABLED', session)
    if (mailsMembers) await createJob({ projectId, kind: 'TELL_MEMBERS', input: { reason } }, session)
  })
  // A campaign may have begun before the project was disabled, and pauses here. A campaign that begins later checks the
  // project and finds it disabled.
  if (switched.project.disabled) await pauseRunning({ projectId }, 'PROJECT_DISABLED')
  return switched
}

/** Stores when the project was disabled. One that is disabled for another reason keeps that time. */
async function markDisabled(_id: string, session: ClientSession): Promise<void> {
  const wasEnabled = { $or: [{ disabledAt: { $exists: false } }, { $expr: { $gte: ['$enabledAt', '$disabledAt'] } }] }
  await Project.updateOne(
    { _id, ...wasEnabled },
    { $set: { disabledAt: databaseNow() } },
    { session, timestamps: false },
  )
}

/**
 * Enables a disabled project. Its campaigns can be resumed; withheld emails and ended executions stay as they are. From
 * now on the project and its campaigns are judged by mail that is sent after this, so that the figures that disabled
 * the project do not disable it again. Throws as `disableProject` does.
 */
export async function enableProject(projectId: string): Promise<SwitchedProject> {
  const disabled = { _id: projectId, erasure: null, disabled: true }
  const enabledAt = databaseNow()
  const state = { disabled: false, disabledReason: null, enabledAt, judgedSince: enabledAt }
  return switchProject(disabled, state, async (session) => {
    await excludeSentMail(projectId, session)
    await judgeAnew({ projectId, status: 'SENDING' }, enabledAt, session)
  })
}

async function switchProject(
  otherwise: { _id: string } & Record<string, unknown>,
  state: Pick<ProjectRecord, 'disabled' | 'disabledReason' | 'enabledAt' | 'judgedSince'>,
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
    if (project.erasure)
      throw new AppError('CONFLICT', 'The project is being reset. Try again when the reset has finished')
    return { project, isChanged: changed !== null }
  })
}
