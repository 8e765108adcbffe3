import { randomUUID } from 'node:crypto'
import { notFound } from '../../models/domain/errors.js'
import { Invitation } from '../../models/invitation.js'
import { Member } from '../../models/member.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Project, type ProjectErasure, type ProjectRecord } from '../../models/project.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { hashKey } from '../../runtime/sealed.js'
import { createJob } from '../jobs/advance-job.js'
import { throughProjectCaches } from './project-cache.js'

/** The job of a reset or deletion, and the entries that start it. */
export interface RequestedErasure {
  jobId: string
  entries: OutboxEntry[]
}

/**
 * Has all that a project owns removed by a durable job, except its members, domains, keys, suppressed addresses and daily
 * counters. Until that is done the project is disabled on every process. A reset that is under way is not begun again.
 * Throws RESOURCE_NOT_FOUND.
 */
export async function requestReset(projectId: string): Promise<RequestedErasure> {
  return throughProjectCaches(() =>
    inTransaction(async (session) => {
      const project = await Project.findOne({ _id: projectId }, null, { session }).lean()
      if (!project) throw notFound('project', projectId)
      if (project.erasure) return { jobId: project.erasure.jobId, entries: [] }
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

/**
 * Has a project removed with all that it owns, by a durable job. From the answer on nobody is a member of it, its keys are
 * unknown and it sends nothing. Takes the place of a reset. Throws RESOURCE_NOT_FOUND.
 */
export async function requestDeletion(projectId: string): Promise<RequestedErasure> {
  return throughProjectCaches(() =>
    inTransaction(async (session) => {
      const project = await Project.findOne({ _id: projectId }, null, { session }).lean()
      if (!project || project.erasure?.kind === 'DELETE') throw notFound('project', projectId)
      const erasure = erasureOf(project, 'DELETE')
      const state = { erasure, disabled: true, disabledReason: null, ...keysOfNobody() }
      await Project.updateOne({ _id: projectId }, { $set: state }, { session })
      await Member.deleteMany({ projectId }, { session })
      await Invitation.deleteMany({ projectId }, { session })
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

function keysOfNobody() {
  return {
    publicKeyHash: hashKey(randomUUID()),
    secretKeyHash: hashKey(randomUUID()),
    publicKeySealed: '',
    secretKeySealed: '',
    webhookSecretSealed: null,
  }
}
