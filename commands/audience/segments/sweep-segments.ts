import { isDeepStrictEqual } from 'node:util'
import { ContactCount } from '../../../models/contact-count.js'
import { isTimeDependent } from '../../../models/domain/conditions/walk-filters.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { awaitsBaseline } from './baseline.js'
import { findMovers, moveBatch, QUERY_LIMIT_MS, type MoverBatch } from './compute-members.js'
import { areMembersStored, refreshMemberCount } from './count-members.js'
import type { SegmentRef } from './find-segment.js'
import { SegmentChangedError } from './reconcile-members.js'
import { beginSweep } from './segment-jobs.js'
import { decidingConditions, surroundingsOf, type Surroundings } from '../../base/references/segment-references.js'

const LISTED = 500
// Up to this size sweeping a segment takes less time than storing a job for it, and one query can count its members.
const CONTACTS_AT_ONCE = 50_000
// The segments of one project keep those of other projects waiting no longer than this.
const SHARE_MS = 5_000

/** A dynamic segment to sweep. */
export interface SegmentToSweep extends SegmentRef {
  /** State that all listed segments of a project share. */
  project: {
    /** How many contacts the project has, as last counted. */
    contacts: number
    /** For how much longer its segments may be swept without jobs. */
    leftMs: number
  }
}

/** The outcome of a segment: done, left to a new job, or left to a job that is running already. */
export type SegmentSwept = { done: 1 } | { jobsBegun: 1 } | { jobsRunning: 1 }

/**
 * The next dynamic segments, in the order of their ids. The listed segments of each project may take `shareMs`.
 */
export async function listDynamicSegments(after: string | null, shareMs = SHARE_MS): Promise<SegmentToSweep[]> {
  const behind = { type: 'DYNAMIC' as const, ...(after === null ? {} : { _id: { $gt: after } }) }
  const segments = await Segment.find(acrossProjects(behind, 'a round over all projects'), { projectId: 1 })
    .sort({ _id: 1 })
    .limit(LISTED)
    .lean()
  const projectIds = [...new Set(segments.map(({ projectId }) => projectId))]
  const counts = await ContactCount.find(
    { _id: { $in: projectIds }, projectId: { $in: projectIds } },
    { contacts: 1 },
  ).lean()
  const contactsOf = new Map(counts.map(({ _id, contacts }) => [_id, contacts]))
  const projects = new Map(projectIds.map((id) => [id, { contacts: contactsOf.get(id) ?? 0, leftMs: shareMs }]))
  return segments.flatMap(({ _id: segmentId, projectId }) => {
    const project = projects.get(projectId)
    return project ? [{ projectId, segmentId, project }] : []
  })
}

/**
 * Brings a dynamic segment up to date. The members of a tracked segment are computed if time alone changes them, if a
 * field of the conditions was deleted or came back, if the project has another time zone, or if they were never
 * computed. The members of any other segment are only counted. In a project of ordinary size this is done at once while
 * the project has time left; otherwise a job does it. Throws BAD_REQUEST for a condition that is too large, and
 * MongoDB's MaxTimeMSExpired.
 */
export async function sweepSegment({ projectId, segmentId, project }: SegmentToSweep): Promise<SegmentSwept> {
  const segment = await Segment.findOne({ _id: segmentId, projectId }).lean()
  // The segment was deleted after it was listed.
  if (!segment) return { done: 1 }
  const surroundings = await changedSurroundings(segment)
  const began = Date.now()
  try {
    if (await sweepAtOnce(segment, surroundings, project)) return { done: 1 }
  } finally {
    project.leftMs -= Date.now() - began
  }
  return (await beginSweep(segment, { onlyCounts: surroundings === null })) ? { jobsBegun: 1 } : { jobsRunning: 1 }
}

/** The surroundings for which the members of a segment must be computed anew; null if counting them is enough. */
async function changedSurroundings(segment: SegmentRecord): Promise<Surroundings | null> {
  const { projectId, trackMembership, computedAt, deletedFields, zone } = segment
  if (!trackMembership) return null
  const conditions = await decidingConditions(segment)
  const surroundings = await surroundingsOf(projectId, conditions)
  const isSame = isDeepStrictEqual({ deletedFields, zone: zone ?? null }, surroundings)
  return computedAt === null || !isSame || conditions.some(isTimeDependent) ? surroundings : null
}

/** Returns false for a segment that its project has too little time for, or that needs a job because of its size. */
async function sweepAtOnce(
  segment: SegmentRecord,
  surroundings: Surroundings | null,
  { contacts, leftMs }: SegmentToSweep['project'],
): Promise<boolean> {
  const isSmall = contacts <= CONTACTS_AT_ONCE
  if (leftMs <= 0) return false
  if (surroundings) return isSmall && computeWithin(leftMs, segment, surroundings)
  if (!isSmall && !areMembersStored(segment)) return false
  await refreshMemberCount(segment, QUERY_LIMIT_MS)
  return true
}

async function computeWithin(leftMs: number, segment: SegmentRecord, surroundings: Surroundings): Promise<boolean> {
  const deadline = Date.now() + leftMs
  try {
    if (awaitsBaseline(segment) && !(await passAll(segment, surroundings, deadline))) return false
    const isComputed = await passAll(
      awaitsBaseline(segment) ? { ...segment, hasBaseline: true } : segment,
      surroundings,
      deadline,
    )
    if (isComputed) await refreshMemberCount({ ...segment, computedAt: new Date() }, QUERY_LIMIT_MS)
    return isComputed
  } catch (error) {
    // The change of the segment has stored a job that computes its members.
    if (!(error instanceof SegmentChangedError)) throw error
  }
  return true
}

/** Moves the contacts of all batches; returns false after the deadline, unless it has passed the last batch. */
async function passAll(segment: SegmentRecord, surroundings: Surroundings, deadline: number): Promise<boolean> {
  let after: string | null = null
  do {
    const batch: MoverBatch = await findMovers(segment, after)
    after = batch.until
    if (batch.contactIds.length > 0 || after === null) await moveBatch(segment, batch, surroundings)
    // The job begins with the first contact again. The contacts that have moved already do not move again.
    if (after !== null && Date.now() >= deadline) return false
  } while (after !== null)
  return true
}
