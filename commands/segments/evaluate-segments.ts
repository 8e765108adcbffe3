import { Contact } from '../../models/contact.js'
import { AppError } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { dropMembersIn } from './drop-members.js'
import { BY_ID, type MembersMoved } from './move-members.js'
import { misplaced, settleMembersIn } from './settle-members.js'

/**
 * Brings the tracked segments of a project up to date for these contacts, at most a few hundred: whoever meets
 * a condition joins, whoever no longer does leaves, each with its event. A project that tracks nothing costs
 * one look.
 */
export async function evaluateSegments(projectId: string, contactIds: string[], depth = 0): Promise<OutboxEntry[]> {
  const tracked = await Segment.find({ projectId, type: 'DYNAMIC', trackMembership: true }).lean()
  const entries: OutboxEntry[] = []
  for (const segment of tracked) entries.push(...(await evaluateSegment(segment, contactIds, depth)))
  return entries
}

async function evaluateSegment(segment: SegmentRecord, contactIds: string[], depth: number): Promise<OutboxEntry[]> {
  const { _id: segmentId, projectId, revision } = segment
  const moved = await settle(segment, contactIds, depth)
  if (moved?.entered === 0 && moved.left === 0) return moved.entries
  const entries = moved?.entries ?? []
  // What changes a segment goes through the contacts afterwards, but could not see what was written here meanwhile.
  const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
  if (now?.trackMembership && now.revision === revision) return entries
  if (now?.trackMembership) return [...entries, ...(await evaluateSegment(now, contactIds, depth))]
  await inTransaction((session) => dropMembersIn(session, { projectId, segmentId }, contactIds))
  return entries
}

/** Moves those who stand otherwise than the condition says; null when the segment was changed meanwhile. */
async function settle(segment: SegmentRecord, contactIds: string[], depth: number): Promise<MembersMoved | null> {
  const nothing = { entered: 0, left: 0, entries: [] }
  const condition = await compiled(segment)
  if (!condition) return nothing
  const { _id, projectId, revision } = segment
  const among = { _id: { $in: contactIds }, projectId }
  const movers = await Contact.find({ $and: [among, misplaced(segment, condition)] }, { _id: 1 })
    .hint(BY_ID)
    .lean()
  // Nearly always: then there is nothing to open a transaction for.
  if (movers.length === 0) return nothing
  const ids = movers.map((contact) => contact._id)
  return inTransaction(async (session) => {
    const current = await Segment.findOne({ _id, projectId, revision }, { _id: 1 }, { session }).lean()
    return current && settleMembersIn(session, segment, { condition, contactIds: ids }, { depth })
  })
}

async function compiled({ projectId, condition }: SegmentRecord) {
  if (!condition) return null
  try {
    return await compileForProject(projectId, condition, { now: new Date() })
  } catch (error) {
    // Too large with what it refers to by now: it must not hold up the other segments of the project.
    if (error instanceof AppError) return null
    throw error
  }
}
