import type { ClientSession } from 'mongoose'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { isLargeProject } from '../contacts/large-project.js'
import type { SegmentRef } from './find-segment.js'
import { usageOf } from './find-segment-usage.js'
import { beginDrop, runJobs } from './segment-jobs.js'
import { storesMembers } from './stored-members.js'

const DROP_MS = 2_000

/**
 * Deletes a segment and removes its members, without events. Throws RESOURCE_NOT_FOUND, and CONFLICT while another
 * segment, a campaign that has not ended, an enabled workflow or an active execution needs the segment.
 */
export async function deleteSegment(ref: SegmentRef): Promise<void> {
  const { projectId, segmentId } = ref
  const jobs = await inTransaction(async (session) => {
    const segment = await Segment.findOne({ _id: segmentId, projectId }, null, { session }).lean()
    if (!segment) throw notFound('segment', segmentId)
    await refuseInUse(session, ref, segment)
    await Segment.deleteOne({ _id: segmentId, projectId }, { session })
    return storesMembers(segment) ? [await beginDrop(ref, session)] : []
  })
  await runJobs(jobs, (await isLargeProject(projectId)) ? 0 : DROP_MS)
}

async function refuseInUse(session: ClientSession, ref: SegmentRef, { slug }: SegmentRecord): Promise<void> {
  const { campaigns, segments, workflows } = await usageOf(ref, slug, session)
  if (campaigns.length + segments.length + workflows.length === 0) return
  throw new AppError('CONFLICT', 'The segment is in use', {
    details: {
      ...(campaigns.length > 0 ? { campaigns } : {}),
      ...(segments.length > 0 ? { segments } : {}),
      ...(workflows.length > 0 ? { workflows } : {}),
    },
    suggestion: 'Remove the segment from the campaigns, segments and workflows that use it first',
  })
}
