import { Contact } from '../../../models/contact.js'
import { AppError } from '../../../models/domain/errors.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../../audience/conditions/compile-for-project.js'
import { awaitsBaseline } from '../../audience/segments/baseline.js'
import { dropMembersIn } from '../../audience/segments/drop-members.js'
import { BY_ID, type MembersMoved } from '../../audience/segments/move-members.js'
import { misplaced, reconcileMembersIn } from '../../audience/segments/reconcile-members.js'
import { isTracked } from '../../audience/segments/tracked-segments.js'

/**
 * Evaluates the tracked segments of a project for at most a few hundred contacts. A contact that meets the condition of
 * a segment joins it, and a contact that no longer meets the condition leaves it, each with an event. A project without
 * tracked segments costs one query.
 */
export async function evaluateSegments(projectId: string, contactIds: string[], depth = 0): Promise<void> {
  const tracked = await Segment.find(isTracked([projectId])).lean()
  for (const segment of tracked) await evaluateSegment(segment, contactIds, depth)
}

async function evaluateSegment(segment: SegmentRecord, contactIds: string[], depth: number): Promise<void> {
  // The computation after the baseline reads these contacts later than now, and moves them with events.
  if (awaitsBaseline(segment)) return
  const { _id: segmentId, projectId, revision } = segment
  const moved = await reconcile(segment, contactIds, depth)
  if (moved?.entered === 0 && moved.left === 0) return
  // If the segment was changed in the meantime, its new computation may have passed these contacts before the moves
  // above.
  const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
  if (now?.trackMembership && now.revision === revision) return
  if (now?.trackMembership) await evaluateSegment(now, contactIds, depth)
  else await inTransaction((session) => dropMembersIn(session, { projectId, segmentId }, contactIds))
}

/** Moves contacts whose membership differs from the condition; null if the segment was changed in the meantime. */
async function reconcile(segment: SegmentRecord, contactIds: string[], depth: number): Promise<MembersMoved | null> {
  const nothing = { entered: 0, left: 0 }
  const condition = await compiled(segment)
  if (!condition) return nothing
  const { _id, projectId, revision } = segment
  const among = { _id: { $in: contactIds }, projectId }
  const toMove = await Contact.find({ $and: [among, misplaced(segment, condition)] }, { _id: 1 })
    .hint(BY_ID)
    .lean()
  // In this usual case no transaction is needed.
  if (toMove.length === 0) return nothing
  const ids = toMove.map((contact) => contact._id)
  return inTransaction(async (session) => {
    const current = await Segment.findOne({ _id, projectId, revision }, { _id: 1 }, { session }).lean()
    return current && reconcileMembersIn(session, segment, { condition, contactIds: ids }, { depth })
  })
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
