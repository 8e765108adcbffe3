import type { ClientSession } from 'mongoose'
import { ApiKey } from '../../../models/api-key.js'
import type { QuotaKind } from '../../../models/domain/quotas.js'
import { Invitation } from '../../../models/invitation.js'
import { ProjectState } from '../../../models/project-state.js'
import { IS_ACTIVE, Job, QUOTA_JOB_KINDS } from '../../../models/job.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment } from '../../../models/segment.js'
import { SenderDomain } from '../../../models/sender-domain.js'
import { Template } from '../../../models/template.js'
import { Workflow } from '../../../models/workflow.js'

type Count = (projectId: string, session?: ClientSession) => Promise<number>

const COUNTS: Record<QuotaKind, Count> = {
  // The operator allowed a domain without a status to the project; it does not count.
  domains: (projectId, session) => SenderDomain.countDocuments({ projectId, status: { $exists: true } }, { session }),
  templates: (projectId, session) => Template.countDocuments({ projectId }, { session }),
  segments: (projectId, session) => Segment.countDocuments({ projectId }, { session }),
  workflows: (projectId, session) => Workflow.countDocuments({ projectId }, { session }),
  // MongoDB deletes an expired invitation only after some time.
  invitations: (projectId, session) =>
    Invitation.countDocuments({ projectId, expiresAt: { $gt: new Date() } }, { session }),
  keys: (projectId, session) => ApiKey.countDocuments({ projectId }, { session }),
  uploads: storedBytes,
  jobs: (projectId, session) =>
    Job.countDocuments({ projectId, ...IS_ACTIVE, kind: { $in: [...QUOTA_JOB_KINDS] } }, { session }),
}

/** How much of a kind a project has, as its quota counts it. */
export function usageOf(kind: QuotaKind, projectId: string, session?: ClientSession): Promise<number> {
  return COUNTS[kind](projectId, session)
}

/** The bytes of images, of files that wait for their import, and of files of exports. */
async function storedBytes(projectId: string, session?: ClientSession): Promise<number> {
  // The state of the project holds the sum of its images, because it may have millions of small ones.
  const state = await ProjectState.findOne({ _id: projectId, projectId }, { uploadedBytes: 1 }, { session }).lean()
  const imports = await bytesOf('$input.sizeBytes', { projectId, kind: 'IMPORT_CONTACTS', ...IS_ACTIVE }, session)
  const isKept = { $or: [IS_ACTIVE, { status: 'COMPLETED' as const, eraseAt: { $gt: new Date() } }] }
  const exports = await bytesOf('$result.bytes', { projectId, kind: 'EXPORT', ...isKept }, session)
  return (state?.uploadedBytes ?? 0) + imports + exports
}

async function bytesOf(path: string, jobs: OwnedQuery, session?: ClientSession): Promise<number> {
  const sum = Job.aggregate<{ bytes: number }>([{ $match: jobs }, { $group: { _id: null, bytes: { $sum: path } } }])
  const [found] = await sum.session(session ?? null)
  return found?.bytes ?? 0
}
