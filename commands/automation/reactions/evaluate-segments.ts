import { Segment } from '../../../models/segment.js'
import { evaluateSegment } from '../../audience/segments/evaluate-segment.js'
import { followContacts, followEvents } from '../../audience/segments/followers.js'
import { storesMembers } from '../../audience/segments/stored-members.js'

/** The cause of an evaluation. An event changes the members of fewer segments than a change of contacts. */
interface Cause {
  by: 'contacts' | 'events'
  /** The length of the chain of executions that led to it. */
  depth?: number
}

/**
 * Evaluates the segments of a project that follow changes, for at most a few hundred contacts. A contact that meets the
 * condition of a segment that stores its members joins it, and one that no longer meets it leaves it; if the segment is
 * tracked, each with an event. The size of any other segment is marked, so that the next sweep counts its members. A
 * project without such segments costs one query.
 */
export async function evaluateSegments(
  projectId: string,
  contactIds: string[],
  { by, depth = 0 }: Cause = { by: 'contacts' },
): Promise<void> {
  const follow = by === 'events' ? followEvents : followContacts
  const followers = await Segment.find(follow([projectId])).lean()
  const counted = followers.filter((segment) => !storesMembers(segment)).map(({ _id }) => _id)
  if (counted.length > 0) {
    const mark = { $set: { countState: null } }
    await Segment.updateMany({ _id: { $in: counted }, projectId }, mark, { timestamps: false })
  }
  for (const segment of followers.filter(storesMembers)) await evaluateSegment(segment, contactIds, depth)
}
