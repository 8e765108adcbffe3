import { AppError } from '../../../models/domain/errors.js'
import { Job, type JobRecord } from '../../../models/job.js'
import { runForAWhile } from '../../base/jobs/advance-job.js'
import type { ComputeSegmentInput, ComputeSegmentResult } from './compute-job.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { isLargeProject } from '../contacts/large-project.js'
import { currentMemberCount } from './count-members.js'
import { beginCompute } from './segment-jobs.js'

const WITHIN_REQUEST_MS = 20_000

/** The moves so far, the number of members, and whether the computation is complete. */
export interface SegmentComputed extends ComputeSegmentResult {
  total: number
  isDone: boolean
}

/**
 * Computes the members of a tracked segment by its condition. A durable job does so in a large project, and otherwise
 * continues after twenty seconds. Throws RESOURCE_NOT_FOUND, BAD_REQUEST for a segment that is static or not tracked,
 * and QUOTA_EXCEEDED.
 */
export async function computeSegment(ref: SegmentRef): Promise<SegmentComputed> {
  const { projectId } = ref
  const segment = await findSegment(ref)
  if (segment.type === 'STATIC' || !segment.trackMembership) {
    throw new AppError('BAD_REQUEST', 'Only dynamic segments that track membership changes can be computed')
  }
  const { job, slice } = await beginCompute({ ...ref, revision: segment.revision })
  const isDone = await runForAWhile(job, slice, (await isLargeProject(projectId)) ? 0 : WITHIN_REQUEST_MS)
  const { result } = await Job.findOne({ _id: job.jobId, projectId })
    .orFail()
    .lean<JobRecord<ComputeSegmentInput, unknown, ComputeSegmentResult>>()
  const { memberCount: total } = await currentMemberCount(await findSegment(ref))
  return { added: result.added, removed: result.removed, total, isDone }
}
