import { Contact } from '../../models/contact.js'
import type { MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { compileForProject } from '../conditions/compile-for-project.js'

/**
 * Counts the members of a segment and keeps the number with it: those noted where members are noted, else the
 * contacts that meet the condition now. Throws BAD_REQUEST for a condition that is too large.
 */
export async function refreshMemberCount(segment: SegmentRecord): Promise<number> {
  const { _id, projectId } = segment
  const memberCount = await Contact.countDocuments(await quickMembers(segment))
  await Segment.updateOne({ _id, projectId }, { $set: { memberCount } }, { timestamps: false })
  return memberCount
}

/** The query of the contacts that a segment is noted on. */
export function notedMembers({ _id, projectId }: Pick<SegmentRecord, '_id' | 'projectId'>): MongoFilter {
  return { projectId, segments: _id }
}

/** The query of a segment's members that is answered soonest: of those noted where members are. Throws BAD_REQUEST. */
export async function quickMembers(segment: SegmentRecord): Promise<MongoFilter> {
  return areMembersNoted(segment) ? notedMembers(segment) : liveMembers(segment)
}

/** The query of the contacts that belong to a segment at this moment. Throws BAD_REQUEST. */
export async function liveMembers(segment: SegmentRecord): Promise<MongoFilter> {
  const { projectId, condition } = segment
  if (!condition) return notedMembers(segment)
  return { $and: [{ projectId }, await compileForProject(projectId, condition, { now: new Date() })] }
}

// The members of a segment that has just become tracked are not noted yet.
function areMembersNoted({ type, trackMembership, computedAt }: SegmentRecord): boolean {
  return type === 'STATIC' || (trackMembership && computedAt !== null)
}
