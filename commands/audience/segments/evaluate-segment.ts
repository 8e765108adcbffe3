import { Contact } from '../../../models/contact.js'
import { AppError } from '../../../models/domain/errors.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { awaitsBaseline } from './baseline.js'
import { dropMembersIn } from './drop-members.js'
import { BY_ID, type MembersMoved } from './move-members.js'
import { misplaced, reconcileMembersIn } from './reconcile-members.js'
import { SegmentChangedError } from './segment-changed.js'
import { storesMembers } from './stored-members.js'

/**
 * Evaluates a dynamic segment that stores members for at most a few hundred contacts: those that meet its condition
 * join it, and those that no longer meet it leave it; if it is tracked, each with an event.
 */
export async function evaluateSegment(segment: SegmentRecord, contactIds: string[], depth = 0): Promise<void> {
  // The computation after the baseline reads these contacts later than now, and moves them with events.
  if (awaitsBaseline(segment)) return
  const { _id: segmentId, projectId, revision } = segment
  const moved = await reconcile(segment, contactIds, depth)
  if (moved?.entered === 0 && moved.left === 0) return
  // If the segment was changed in the meantime, its new computation may have passed these contacts before the moves
  // above.
  const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
  if (now && storesMembers(now) && now.revision === revision) return
  if (now && storesMembers(now)) await evaluateSegment(now, contactIds, depth)
  else await inTransaction((session) => dropMembersIn(session, { projectId, segmentId }, contactIds))
}

/** Moves contacts whose membership differs from the condition; null if the segment was changed in the meantime. */
async function reconcile(segment: SegmentRecord, contactIds: string[], depth: number): Promise<MembersMoved | null> {
  const nothing = { entered: 0, left: 0 }
  const condition = await compiled(segment)
  if (!condition) return nothing
  const among = { _id: { $in: contactIds }, projectId: segment.projectId }
  // indexed: by the ids of the contacts that changed.
  const toMove = await Contact.find({ $and: [among, misplaced(segment, condition)] }, { _id: 1 })
    .hint(BY_ID)
    .lean()
  // In this usual case no transaction is needed.
  if (toMove.length === 0) return nothing
  const ids = toMove.map((contact) => contact._id)
  try {
    return await inTransaction((session) =>
      reconcileMembersIn(session, segment, { condition, contactIds: ids }, { depth }),
    )
  } catch (error) {
    if (error instanceof SegmentChangedError) return null
    throw error
  }
}

async function compiled({ projectId, condition }: SegmentRecord) {
  if (!condition) return null
  try {
    return await compileForProject(projectId, condition, { now: new Date() })
  } catch (error) {
    // A condition can become too large through the segments it refers to. It must not stop the project's other
    // segments.
    if (error instanceof AppError) return null
    throw error
  }
}
