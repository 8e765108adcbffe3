import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../models/contact.js'
import { allOf, anyOf, type MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { BY_ID, moveMembersIn, type MembersMoved, type MoveOptions } from './move-members.js'

/** Which contacts stand otherwise in a dynamic segment than its compiled condition says. */
export function misplaced({ _id: segmentId }: SegmentRecord, condition: MongoFilter): MongoFilter {
  return anyOf([
    allOf([{ segments: { $ne: segmentId } }, condition]),
    allOf([{ segments: segmentId }, { $nor: [condition] }]),
  ])
}

/**
 * Moves those of a few hundred contacts that stand otherwise than the condition says. It is judged once more in
 * the transaction that moves them: a contact that changes meanwhile makes the transaction begin anew.
 */
export async function settleMembersIn(
  session: ClientSession,
  segment: SegmentRecord,
  { condition, contactIds }: { condition: MongoFilter; contactIds: string[] },
  options: MoveOptions = {},
): Promise<MembersMoved> {
  const { _id: segmentId, projectId } = segment
  const movers = await Contact.find(
    { $and: [{ _id: { $in: contactIds }, projectId }, misplaced(segment, condition)] },
    { segments: 1 },
    { session },
  )
    .hint(BY_ID)
    .lean<Pick<ContactRecord, '_id' | 'segments'>[]>()
  const isMember = ({ segments }: Pick<ContactRecord, 'segments'>): boolean => segments.includes(segmentId)
  const moves = {
    enter: movers.filter((contact) => !isMember(contact)).map(({ _id }) => _id),
    leave: movers.filter(isMember).map(({ _id }) => _id),
  }
  return moveMembersIn(session, segment, moves, options)
}

/** The segment was changed or deleted after it was read; what was to be written rests on what it was. */
export class SegmentChangedError extends Error {
  override readonly name = 'SegmentChangedError'
}

/**
 * Ends a transaction that moves members of a segment by its condition: of it and a change of the segment made at
 * the same time one begins anew. Throws SegmentChangedError for a change that is made already.
 */
export async function guardSegmentIn(
  session: ClientSession,
  { _id, projectId, revision, computedAt }: SegmentRecord,
  set: Partial<Pick<SegmentRecord, 'computedAt' | 'knownFields'>> = {},
): Promise<void> {
  const held = await Segment.updateOne(
    { _id, projectId, revision, computedAt, trackMembership: true },
    { $inc: { guard: 1 }, $set: set },
    { session, timestamps: false },
  )
  if (held.matchedCount === 0) throw new SegmentChangedError(`Segment ${_id} is not what it was`)
}
