import { isDeepStrictEqual } from 'node:util'
import { ContactCount } from '../../../models/contact-count.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { awaitsBaseline } from './baseline.js'
import { isComputedInBulk, moveInBulk, repairBulk, stepInBulk } from './compute-in-bulk.js'
import { findMovers, moveBatch, QUERY_LIMIT_MS } from './compute-members.js'
import { beginStoring } from './begin-storing.js'
import { beginSweep } from './begin-sweep.js'
import { liveMembers, refreshMemberCount } from './count-members.js'
import { countUnstored, noteCounting, storeUnstoredCount } from './count-unstored.js'
import type { SegmentRef } from './find-segment.js'
import { SegmentChangedError } from './segment-changed.js'
import { areMembersStored, storesMembers } from './stored-members.js'
import { decidingConditions, surroundingsOf, type Surroundings } from '../../base/references/segment-references.js'

const LISTED = 500
// Up to this size computing a segment takes less time than storing a job for it.
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
 * Brings a dynamic segment up to date by what has changed. Where contacts store their membership, the members are
 * computed if time alone changes them, if a field of the conditions was deleted or came back, if the project has
 * another time zone, or if they were not computed yet. Otherwise the members are counted if time alone changes them, or
 * if a change of contacts was dispatched since the last count. All other segments cost a few queries, none of them for
 * contacts. In a project of ordinary size this is done at once while the project has time left; otherwise by a job, one
 * at a time for each project. Throws BAD_REQUEST for a condition that is too large, and MongoDB's MaxTimeMSExpired.
 */
export async function sweepSegment({ projectId, segmentId, project }: SegmentToSweep): Promise<SegmentSwept> {
  const listed = await Segment.findOne({ _id: segmentId, projectId }).lean()
  const segment = listed && needsStoring(listed, project) ? await beginStoring(listed) : listed
  // The segment was deleted or changed after it was listed.
  if (!segment) return { done: 1 }
  const conditions = await decidingConditions(segment)
  const surroundings = await surroundingsOf(projectId, conditions)
  const began = Date.now()
  try {
    return storesMembers(segment)
      ? await sweepStored(segment, surroundings, project)
      : await sweepUnstored(segment, surroundings, project)
  } finally {
    project.leftMs -= Date.now() - began
  }
}

function needsStoring(segment: SegmentRecord, { contacts }: SegmentToSweep['project']): boolean {
  return contacts > MAX_READ && !storesMembers(segment)
}

async function sweepStored(
  segment: SegmentRecord,
  surroundings: Surroundings,
  { contacts, leftMs }: SegmentToSweep['project'],
): Promise<SegmentSwept> {
  const isOutdated = !areMembersStored(segment) || !isAsAt(segment, surroundings)
  if (!isOutdated && !surroundings.isTimed) {
    // The count at the end of the computation took too long, or a crash has prevented it.
    if (!segment.countedAt) await refreshMemberCount(segment, QUERY_LIMIT_MS)
    return { done: 1 }
  }
  if (contacts <= CONTACTS_AT_ONCE && leftMs > 0 && (await computeWithin(leftMs, segment, surroundings))) {
    return { done: 1 }
  }
  // A condition that is too large would fail its job, and keep the job of another segment waiting.
  await liveMembers(segment)
  if (isOutdated) await noteOutdated(segment)
  return (await beginSweep(segment, { onlyCounts: false })) ? { jobsBegun: 1 } : { jobsRunning: 1 }
}

async function sweepUnstored(
  segment: SegmentRecord,
  surroundings: Surroundings,
  { contacts, leftMs }: SegmentToSweep['project'],
): Promise<SegmentSwept> {
  const isCounted = segment.countState === 'current' && segment.countedAmong === contacts
  if (isCounted && isAsAt(segment, surroundings)) return { done: 1 }
  await noteCounting(segment)
  if (leftMs <= 0) return (await beginSweep(segment, { onlyCounts: true })) ? { jobsBegun: 1 } : { jobsRunning: 1 }
  const memberCount = await countUnstored(segment, Date.now() + QUERY_LIMIT_MS)
  await storeUnstoredCount(segment, { ...surroundings, memberCount, countedAmong: contacts })
  return { done: 1 }
}

/** Whether a segment was computed or counted in the present surroundings. */
function isAsAt({ deletedFields, zone }: SegmentRecord, surroundings: Surroundings): boolean {
  return isDeepStrictEqual([deletedFields, zone ?? null], [surroundings.deletedFields, surroundings.zone])
}

/** Notes that the stored members are no longer those of the condition, before a job computes them anew. */
async function noteOutdated({ _id, projectId, revision, computedAt }: SegmentRecord): Promise<void> {
  if (computedAt === null) return
  const note = { $set: { isOutdated: true } }
  await Segment.updateOne({ _id, projectId, revision, computedAt }, note, { timestamps: false })
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
    const computed = isComputed && (await Segment.findOne({ _id: segment._id, projectId: segment.projectId }).lean())
    if (computed) await refreshMemberCount(computed, QUERY_LIMIT_MS)
    return isComputed
  } catch (error) {
    // The change of the segment has stored a job that computes its members.
    if (!(error instanceof SegmentChangedError)) throw error
  }
  return true
}

/** Moves the contacts of the next batch; returns its last contact, or null for the last batch. */
async function passBatch(
  segment: SegmentRecord,
  surroundings: Surroundings,
  after: string | null,
): Promise<string | null> {
  if (!isComputedInBulk(segment)) {
    const batch = await findMovers(segment, after)
    if (batch.contactIds.length > 0 || batch.until === null) await moveBatch(segment, batch, surroundings)
    return batch.until
  }
  const moves = await moveInBulk(segment, after)
  try {
    await stepInBulk(undefined, segment, moves, surroundings)
  } catch (error) {
    const { _id: segmentId, projectId } = segment
    await repairBulk({ projectId, segmentId }, await Segment.findOne({ _id: segmentId, projectId }).lean(), after)
    throw error
  }
  return moves.until
}

/** Moves the contacts of all batches; returns false after the deadline, unless it has passed the last batch. */
async function passAll(segment: SegmentRecord, surroundings: Surroundings, deadline: number): Promise<boolean> {
  let after: string | null = null
  do {
    after = await passBatch(segment, surroundings, after)
    // The job begins with the first contact again. The contacts that have moved already do not move again.
    if (after !== null && Date.now() >= deadline) return false
  } while (after !== null)
  return true
}
