import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { isTooSlow, scan, SCAN_LIMIT_MS } from '../../base/listing/scan.js'

/**
 * Counts the members of a segment and stores the number in the segment. Without stored members it counts the contacts
 * that meet the condition now. Throws BAD_REQUEST for a condition that is too large, and SERVICE_UNAVAILABLE when
 * counting takes longer than `limitMs`.
 */
export async function refreshMemberCount(segment: SegmentRecord, limitMs = SCAN_LIMIT_MS): Promise<number> {
  const { _id, projectId } = segment
  const members = await quickMembers(segment)
  const deadline = Date.now() + limitMs
  const memberCount = await scan(projectId, (limits) => Contact.countDocuments(members, limits), deadline)
  await Segment.updateOne({ _id, projectId }, { $set: { memberCount } }, { timestamps: false })
  return memberCount
}

/**
 * As `refreshMemberCount`, for callers whose own work is done: where counting takes too long, the stored number stays
 * until the next sweep, and is returned.
 */
export async function refreshMemberCountInTime(segment: SegmentRecord): Promise<number> {
  try {
    return await refreshMemberCount(segment)
  } catch (error) {
    if (isTooSlow(error)) return segment.memberCount
    throw error
  }
}

/** The query for the stored members of a segment: contacts that hold its id. */
export function storedMembers({ _id, projectId }: Pick<SegmentRecord, '_id' | 'projectId'>): OwnedQuery {
  return { projectId, segments: _id }
}

/** The fastest query for a segment's members: it uses stored membership if there is any. Throws BAD_REQUEST. */
async function quickMembers(segment: SegmentRecord): Promise<OwnedQuery> {
  return areMembersStored(segment) ? storedMembers(segment) : liveMembers(segment)
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

/** Whether the members of a segment hold its id. In a segment that has just become tracked they do not yet. */
export function areMembersStored({ type, trackMembership, computedAt }: SegmentRecord): boolean {
  return type === 'STATIC' || (trackMembership && computedAt !== null)
}
