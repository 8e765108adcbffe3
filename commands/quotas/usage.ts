import type { ClientSession } from 'mongoose'
import { ApiKey } from '../../models/api-key.js'
import type { QuotaKind } from '../../models/domain/quotas.js'
import { Invitation } from '../../models/invitation.js'
import { Project } from '../../models/project.js'
import { IS_ACTIVE, Job, QUOTA_JOB_KINDS } from '../../models/job.js'
import { Segment } from '../../models/segment.js'
import { SenderDomain } from '../../models/sender-domain.js'
import { Template } from '../../models/template.js'
import { Workflow } from '../../models/workflow.js'

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
  uploads: uploadedBytes,
  jobs: (projectId, session) =>
    Job.countDocuments({ projectId, ...IS_ACTIVE, kind: { $in: [...QUOTA_JOB_KINDS] } }, { session }),
}

/** How much of a kind a project has, as its quota counts it. */
export function usageOf(kind: QuotaKind, projectId: string, session?: ClientSession): Promise<number> {
  return COUNTS[kind](projectId, session)
}

// The project's document holds the sum, because a project may have millions of small images.
async function uploadedBytes(projectId: string, session?: ClientSession): Promise<number> {
  const project = await Project.findOne({ _id: projectId }, { uploadedBytes: 1 }, { session }).lean()
  return project?.uploadedBytes ?? 0
}
