import type { ClientSession } from 'mongoose'
import { Contact, type ContactRecord } from '../../../models/contact.js'
import { allOf, anyOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import type { Surroundings } from '../../base/references/segment-references.js'
import { BY_ID, moveMembersIn, type MembersMoved, type MoveOptions } from './move-members.js'
import { SegmentChangedError } from './segment-changed.js'

/** The filter for contacts whose membership in a dynamic segment differs from its compiled condition. */
export function misplaced({ _id: segmentId }: SegmentRecord, condition: MongoFilter): MongoFilter {
  return anyOf([
    allOf([{ segments: { $ne: segmentId } }, condition]),
    allOf([{ segments: segmentId }, { $nor: [condition] }]),
  ])
}

/**
 * Moves the contacts, among a thousand at most, whose membership differs from the condition. The transaction that moves
 * them evaluates the condition again; a contact that changes in the meantime makes the transaction retry.
 */
export async function reconcileMembersIn(
  session: ClientSession,
  segment: SegmentRecord,
  { condition, contactIds }: { condition: MongoFilter; contactIds: string[] },
  options: MoveOptions = {},
): Promise<MembersMoved> {
  const { _id: segmentId, projectId } = segment
  const movers = await Contact.find(
    { $and: [{ _id: { $in: contactIds }, projectId }, misplaced(segment, condition)] },
    { segments: 1 },
    // One reply holds all of them.
    { session, batchSize: contactIds.length + 1 },
  )
    .hint(BY_ID)
    .lean<Pick<ContactRecord, '_id' | 'segments'>[]>()
  const isMember = ({ segments }: Pick<ContactRecord, 'segments'>): boolean => segments.includes(segmentId)
  const moves = {
    enter: movers.filter((contact) => !isMember(contact)).map(({ _id }) => _id),
    leave: movers.filter(isMember).map(({ _id }) => _id),
  }
  return moveMembersIn(session, segment, moves, { ...options, areUnmoved: true })
}

/** The surroundings of an evaluation of all contacts, and when it began. */
export type WholeEvaluation = Surroundings & Required<Pick<SegmentRecord, 'evaluatedAt' | 'evaluatedWholeAt'>>

/** What an evaluation of all contacts that began at this time stores in the segment when it ends. */
export function wholeEvaluation(surroundings: Surroundings, began: Date): WholeEvaluation {
  return { ...surroundings, evaluatedAt: began, evaluatedWholeAt: began }
}

/** What the end of a baseline, or of a computation, stores in the segment. */
type Completed = Partial<
  Pick<SegmentRecord, 'hasBaseline' | 'computedAt' | 'countedAt' | 'evaluatedAt'> & WholeEvaluation
>

/**
 * Makes the current transaction, which moves members by the condition of a segment, conflict with a concurrent change
 * of the segment: one of the two is retried. Throws SegmentChangedError if a change is stored already.
 */
export async function guardSegmentIn(
  session: ClientSession,
  { _id, projectId, revision, computedAt, hasBaseline }: SegmentRecord,
  completed: Completed = {},
): Promise<void> {
  const guarded = await Segment.updateOne(
    { _id, projectId, revision, computedAt, hasBaseline: hasBaseline ?? null },
    { $inc: { guard: 1 }, $set: completed, ...(completed.evaluatedWholeAt ? { $unset: { isOutdated: 1 } } : {}) },
    { session, timestamps: false },
  )
  if (guarded.matchedCount === 0) throw new SegmentChangedError(_id)
}
