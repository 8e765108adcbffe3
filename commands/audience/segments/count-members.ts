import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { isLargeProject } from '../contacts/large-project.js'
import { isTooSlow, scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { areMembersStored, storedMembers, storesMembers } from './stored-members.js'

const RECOUNT_MS = 2_000

/** The number of members of a segment, and since when it is right; null while the members are not all counted. */
export type MemberCount = Pick<SegmentRecord, 'memberCount' | 'countedAt'>

/**
 * The number of members of a segment for a request. In a large project it is the stored number, which changes of
 * contacts and jobs keep up to date; otherwise the members are counted now. Throws BAD_REQUEST for a condition that is
 * too large.
 */
export async function currentMemberCount(segment: SegmentRecord): Promise<MemberCount> {
  const { projectId, memberCount, countedAt } = segment
  if (await isLargeProject(projectId)) return { memberCount, countedAt }
  return refreshMemberCountInTime(segment)
}

/**
 * Counts the members of a segment on request. In a large project it counts by the index of stored members for two
 * seconds at most; when that takes longer, and while the members are being computed, it returns the stored number.
 * Throws BAD_REQUEST for a condition that is too large.
 */
export async function recountMembers(segment: SegmentRecord): Promise<MemberCount> {
  const { projectId, memberCount, countedAt } = segment
  if (!(await isLargeProject(projectId))) return refreshMemberCountInTime(segment)
  return areMembersStored(segment) ? refreshMemberCountInTime(segment, RECOUNT_MS) : { memberCount, countedAt }
}

/**
 * Counts the members of a segment and stores the number in the segment. While contacts do not store their membership,
 * the contacts that meet the condition now are counted. Throws BAD_REQUEST for a condition that is too large, and
 * SERVICE_UNAVAILABLE when counting takes longer than `limitMs`.
 */
export async function refreshMemberCount(segment: SegmentRecord, limitMs = SCAN_LIMIT_MS): Promise<MemberCount> {
  const members = areMembersStored(segment) ? storedMembers(segment) : await liveMembers(segment)
  const deadline = Date.now() + limitMs
  const memberCount = await scan(segment.projectId, (limits) => Contact.countDocuments(members, limits), deadline)
  const counted = { memberCount, countedAt: databaseNow() }
  await store(segment, counted)
  return counted
}

/**
 * As `refreshMemberCount`, for callers whose own work is done: where counting takes too long, the stored number stays,
 * and is returned.
 */
export async function refreshMemberCountInTime(segment: SegmentRecord, limitMs?: number): Promise<MemberCount> {
  try {
    return await refreshMemberCount(segment, limitMs)
  } catch (error) {
    const { memberCount, countedAt } = segment
    if (isTooSlow(error)) return { memberCount, countedAt }
    throw error
  }
}

// A number that transactions keep is only corrected by a count during which none of them has changed it.
async function store(segment: SegmentRecord, counted: MemberCount): Promise<void> {
  const { _id, projectId, revision, guard, memberCount, countedAt } = segment
  if (memberCount === counted.memberCount && countedAt !== null) return
  if (storesMembers(segment) && !areMembersStored(segment)) return
  const unmoved = storesMembers(segment) ? { guard } : {}
  await Segment.updateOne({ _id, projectId, revision, ...unmoved }, { $set: counted }, { timestamps: false })
}

/**
 * The query for the contacts that belong to a segment. Its condition looks back and ahead from the moment `at`, by
 * default the present. Throws BAD_REQUEST.
 */
export async function liveMembers(segment: SegmentRecord, at = new Date()): Promise<OwnedQuery> {
  const { projectId, condition } = segment
  if (!condition) return storedMembers(segment)
  return { $and: [{ projectId }, await compileForProject(projectId, condition, { now: at })] }
}
