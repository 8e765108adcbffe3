import { copiedName } from '../../../models/domain/copied-name.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { createSegment } from '../../audience/segments/create-segment.js'
import { findSegment, type SegmentRef } from '../../audience/segments/find-segment.js'
import { requireRoom } from '../../base/quotas/require-quota.js'
import { requestBulkJoin } from './request-bulk-change.js'

/** A copy of a segment, and the job that adds the members of a static one; null without such a job. */
export interface SegmentCopy {
  segment: SegmentRecord
  jobId: string | null
}

/**
 * Stores a copy of a segment, whose name is at most `maxNameLength` long. The copy is not tracked: its author usually
 * changes it, and each change would cause events. The members of a static segment are added by a job. Throws
 * RESOURCE_NOT_FOUND, and as `createSegment` does.
 */
export async function duplicateSegment(
  ref: SegmentRef,
  { maxNameLength }: { maxNameLength: number },
): Promise<SegmentCopy> {
  const { projectId, segmentId } = ref
  const { name, description, type, condition } = await findSegment(ref)
  if (type === 'STATIC') await requireRoom(projectId, 'jobs')
  const draft = { projectId, name: copiedName(name, maxNameLength), description, type, condition }
  const segment = await createSegment({ ...draft, trackMembership: false })
  if (type !== 'STATIC') return { segment, jobId: null }
  const selection = { mode: 'query' as const, filter: { segmentId }, excludeIds: [] }
  return { segment, jobId: await requestBulkJoin(projectId, segment._id, selection) }
}
