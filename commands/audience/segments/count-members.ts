import mongoose from 'mongoose'
import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { isLargeProject } from '../contacts/large-project.js'
import { isTooSlow, scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'
import { areMembersStored, storedMembers, storesMembers } from './stored-members.js'

const RECOUNT_MS = 2_000

/**
 * The number of members of a segment, and since when it is this number, as far as is known; null while the members are
 * not all counted.
 */
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
 * Throws BAD_REQUEST for a condition that is too large, and SERVICE_UNAVAILABLE as `refreshMemberCount`.
 */
export async function recountMembers(segment: SegmentRecord): Promise<MemberCount> {
  const { projectId, memberCount, countedAt } = segment
  if (!(await isLargeProject(projectId))) return refreshMemberCount(segment)
  return areMembersStored(segment) ? refreshMemberCountInTime(segment, RECOUNT_MS) : { memberCount, countedAt }
}

/**
 * Counts the members of a segment and stores the number in the segment. While contacts do not store their membership,
 * the contacts that meet the condition now are counted. Throws BAD_REQUEST for a condition that is too large, and
 * SERVICE_UNAVAILABLE when counting takes longer than `limitMs`.
 */
export async function refreshMemberCount(segment: SegmentRecord, limitMs = SCAN_LIMIT_MS): Promise<MemberCount> {
  const deadline = Date.now() + limitMs
  if (areMembersStored(segment)) return refreshStored(segment, deadline)
  const { _id, projectId, revision, memberCount: before, countedAt } = segment
  const members = await liveMembers(segment)
  const memberCount = await scan(projectId, (limits) => Contact.countDocuments(members, limits), deadline)
  if (memberCount === before && countedAt) return { memberCount, countedAt }
  const counted = { memberCount, countedAt: databaseNow() }
  if (!storesMembers(segment)) {
    await Segment.updateOne({ _id, projectId, revision }, { $set: counted }, { timestamps: false })
  }
  return counted
}

/**
 * Counts stored members and reads their number as one snapshot has both. A difference is corrected, unless a
 * transaction has moved contacts meanwhile: the next count then corrects it.
 */
async function refreshStored(segment: SegmentRecord, deadline: number): Promise<MemberCount> {
  const { _id, projectId } = segment
  const session = await mongoose.connection.startSession({ snapshot: true })
  try {
    const stored = (await Segment.findOne({ _id, projectId }, null, { session }).lean()) ?? segment
    const members = storedMembers(stored)
    const memberCount = await scan(
      projectId,
      (limits) => Contact.countDocuments(members, { ...limits, session }),
      deadline,
    )
    const { revision, guard, countedAt: before } = stored
    const isRight = memberCount === stored.memberCount
    if (isRight && before) return { memberCount, countedAt: before }
    const countedAt = databaseNow()
    const [asRead, change] = isRight
      ? [{ revision }, { countedAt }]
      : [
          { revision, guard },
          { memberCount, countedAt },
        ]
    if (areMembersStored(stored)) {
      await Segment.updateOne({ _id, projectId, ...asRead }, { $set: change }, { timestamps: false })
    }
    return { memberCount, countedAt }
  } finally {
    await session.endSession()
  }
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

/**
 * The query for the contacts that belong to a segment. Its condition looks back and ahead from the moment `at`, by
 * default the present. Throws BAD_REQUEST.
 */
export async function liveMembers(segment: SegmentRecord, at = new Date()): Promise<OwnedQuery> {
  const { projectId, condition } = segment
  if (!condition) return storedMembers(segment)
  return { $and: [{ projectId }, await compileForProject(projectId, condition, { now: at })] }
}
