import type { ClientSession } from 'mongoose'
import { IS_ACTIVE, Job } from '../../../models/job.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { createJob } from '../../base/jobs/advance-job.js'
import type { ComputeSegmentInput, ComputeSegmentResult } from './compute-job.js'

/** How often the schedule of the installation sweeps all segments. */
const SWEEP_EVERY_MS = 5 * 60_000

/**
 * Stores the job by which a sweep computes or counts the members of a segment. A project has one such job at a time,
 * and none beside a job that computes the same segment for another reason. Returns whether it stored one.
 */
export async function beginSweep(segment: SegmentRecord, { onlyCounts }: { onlyCounts: boolean }): Promise<boolean> {
  const { _id: segmentId, projectId } = segment
  const isSweeping = { projectId, kind: 'SWEEP_SEGMENT' as const, ...IS_ACTIVE }
  if (await Job.exists(isSweeping)) return false
  if (await isComputed({ projectId, segmentId })) return false
  await store(segment, { onlyCounts })
  return true
}

/**
 * At the end of such a job: stores the job of the segment that has waited longest for its computation, so that every
 * segment of a large project gets its turn.
 */
export async function beginNextSweep(session: ClientSession, { _id, projectId }: SegmentRecord): Promise<void> {
  const before = new Date(databaseNow().getTime() - SWEEP_EVERY_MS)
  const next = await Segment.findOne(
    {
      projectId,
      _id: { $ne: _id },
      type: 'DYNAMIC',
      $and: [
        { $or: [{ trackMembership: true }, { storesMembers: true }] },
        { $or: [{ computedAt: null }, { isOutdated: true }, { isTimed: true, computedAt: { $lt: before } }] },
      ],
    },
    null,
    { session },
  )
    .sort({ computedAt: 1, _id: 1 })
    .lean()
  if (!next || (await isComputed({ projectId, segmentId: next._id }, session))) return
  await store(next, { onlyCounts: false }, session)
}

/** Whether a job that a request began computes the members of a segment. */
async function isComputed(
  { projectId, segmentId }: { projectId: string; segmentId: string },
  session: ClientSession | null = null,
): Promise<boolean> {
  const active = { projectId, kind: 'COMPUTE_SEGMENT' as const, ...IS_ACTIVE, 'input.segmentId': segmentId }
  return (await Job.exists(active).session(session)) !== null
}

async function store(
  { _id: segmentId, projectId, revision }: SegmentRecord,
  { onlyCounts }: { onlyCounts: boolean },
  session?: ClientSession,
): Promise<void> {
  const input: ComputeSegmentInput = { segmentId, revision, onlyCounts }
  const result: ComputeSegmentResult = { added: 0, removed: 0 }
  await createJob({ projectId, kind: 'SWEEP_SEGMENT', input, result }, session)
}
