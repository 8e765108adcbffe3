import { isDeepStrictEqual } from 'node:util'
import { ContactCount } from '../../../models/contact-count.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { QUERY_LIMIT_MS } from './compute-members.js'
import { beginStoring } from './begin-storing.js'
import { beginSweep } from './begin-sweep.js'
import { liveMembers, refreshMemberCount } from './count-members.js'
import { countUnstored, noteCounting, storeUnstoredCount } from './count-unstored.js'
import { computeWithin } from './compute-within.js'
import { followTime, type Decided } from './follow-time.js'
import type { SegmentRef } from './find-segment.js'
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
    /** For how many days events are kept; 0 for ever. */
    eventsKeptDays: number
  }
}

/** The outcome of a segment: done, left to a new job, or left to a job that is running already. */
export type SegmentSwept = { done: 1 } | { jobsBegun: 1 } | { jobsRunning: 1 }

/**
 * The next dynamic segments, in the order of their ids. The listed segments of each project may take `shareMs`. Events
 * are kept for `eventsKeptDays`, 0 for ever.
 */
export async function listDynamicSegments(
  after: string | null,
  { shareMs = SHARE_MS, eventsKeptDays = 0 } = {},
): Promise<SegmentToSweep[]> {
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
  const projects = new Map(
    projectIds.map((id) => [id, { contacts: contactsOf.get(id) ?? 0, leftMs: shareMs, eventsKeptDays }]),
  )
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
      ? await sweepStored({ segment, conditions, surroundings }, project)
      : await sweepUnstored(segment, surroundings, project)
  } finally {
    project.leftMs -= Date.now() - began
  }
}

function needsStoring(segment: SegmentRecord, { contacts }: SegmentToSweep['project']): boolean {
  return contacts > MAX_READ && !storesMembers(segment)
}

async function sweepStored(
  decided: Decided,
  { contacts, leftMs, eventsKeptDays }: SegmentToSweep['project'],
): Promise<SegmentSwept> {
  const { segment, surroundings } = decided
  const isOutdated = !areMembersStored(segment) || !isAsAt(segment, surroundings)
  if (!isOutdated && !surroundings.isTimed) {
    await countUncounted(segment)
    return { done: 1 }
  }
  if (!isOutdated && leftMs > 0 && (await followTime(decided, { leftMs, eventsKeptDays }))) {
    await countUncounted(segment)
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

/** Counts the members if the count at the end of their computation took too long, or a crash has prevented it. */
async function countUncounted(segment: SegmentRecord): Promise<void> {
  if (!segment.countedAt) await refreshMemberCount(segment, QUERY_LIMIT_MS)
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
