import { randomUUID } from 'node:crypto'
import { ApiKey } from '../../../models/api-key.js'
import { DeletedProject } from '../../../models/deleted-project.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Invitation } from '../../../models/invitation.js'
import { Member } from '../../../models/member.js'
import { Project, type DisabledReason, type ProjectErasure, type ProjectRecord } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { hashKey } from '../../../runtime/sealed.js'
import { createJob } from '../../base/jobs/advance-job.js'
import { PLATFORM_PROJECT_ID } from '../../base/records/platform-project.js'
import { throughProjectCaches } from '../../base/records/project-cache.js'

/**
 * Resets a project: a durable job removes everything that the project owns except its members, domains, keys, uploaded
 * images, suppressed addresses and daily counters. Until the job ends, the project is disabled on every process. A
 * running reset or deletion is not begun again. Returns the id of the job. Throws RESOURCE_NOT_FOUND.
 */
export async function requestReset(projectId: string): Promise<string> {
  return throughProjectCaches(() =>
    inTransaction(async (session) => {
      const project = await Project.findOne({ _id: projectId }, null, { session }).lean()
      if (!project) throw notFound('project', projectId)
      if (project.erasure) return project.erasure.jobId
      const erasure = erasureOf(project, 'RESET')
      await Project.updateOne(
        { _id: projectId },
        { $set: { erasure, disabled: true, disabledReason: null } },
        { session },
      )
      return createJob(
        { projectId, kind: 'RESET_PROJECT', input: {}, result: { deleted: 0 }, id: erasure.jobId },
        session,
      )
    }),
  )
}

// A project that was disabled for one of these reasons is not deleted by its members.
const FOR_HARM: readonly (DisabledReason | null)[] = ['MANUAL', 'EMAIL_REPUTATION']

/**
 * Deletes a project: a durable job removes the project and everything that it owns. When this returns, the project has
 * no members, its keys are unknown and it sends nothing. Its id stays among the deleted projects, whose tracked links
 * lead nowhere. A deletion replaces a running reset. Returns the id of the job. Throws RESOURCE_NOT_FOUND, and
 * PROJECT_DISABLED if a member deletes a project that was disabled for harm.
 */
export async function requestDeletion(projectId: string, by: 'member' | 'operator'): Promise<string> {
  if (projectId === PLATFORM_PROJECT_ID)
    throw new AppError('FORBIDDEN', 'This project sends the emails of the installation and cannot be deleted')
  return throughProjectCaches(() =>
    inTransaction(async (session) => {
      const project = await Project.findOne({ _id: projectId }, null, { session }).lean()
      if (!project || project.erasure?.kind === 'DELETE') throw notFound('project', projectId)
      const erasure = erasureOf(project, 'DELETE')
      const { disabledReason } = erasure.before
      if (by === 'member' && FOR_HARM.includes(disabledReason)) {
        const message = `The project is disabled (${disabledReason}). Only the operator of this installation can delete it`
        throw new AppError('PROJECT_DISABLED', message, { details: { reason: disabledReason } })
      }
      const state = { erasure, disabled: true, disabledReason: null, ...unknownKeys() }
      await Project.updateOne({ _id: projectId }, { $set: state }, { session })
      const owners = await Member.find({ projectId, role: 'OWNER' }, { userId: 1 }, { session }).lean()
      const ownerIds = owners.map(({ userId }) => userId)
      await DeletedProject.create([{ _id: projectId, disabledReason, ownerIds, deletedAt: databaseNow() }], { session })
      await Member.deleteMany({ projectId }, { session })
      await Invitation.deleteMany({ projectId }, { session })
      await ApiKey.deleteMany({ projectId }, { session })
      return createJob(
        { projectId, kind: 'DELETE_PROJECT', input: {}, result: { deleted: 0 }, id: erasure.jobId },
        session,
      )
    }),
  )
}

function erasureOf({ disabled, disabledReason, erasure }: ProjectRecord, kind: ProjectErasure['kind']): ProjectErasure {
  return { kind, jobId: newId(), before: erasure?.before ?? { disabled, disabledReason } }
}

/** Hashes of random keys that are not kept, so that no key opens the project. */
function unknownKeys() {
  return {
    publicKeyHash: hashKey(randomUUID()),
    secretKeyHash: hashKey(randomUUID()),
    publicKeySealed: '',
    secretKeySealed: '',
    webhookSecretSealed: null,
  }
}
