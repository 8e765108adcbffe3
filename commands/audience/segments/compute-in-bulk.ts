import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import { allOf } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { scan } from '../../base/listing/scan.js'
import { findInBatch, nextContactBatch } from '../contacts/contact-batches.js'
import { awaitsBaseline } from './baseline.js'
import { compileNow, QUERY_LIMIT_MS } from './compute-members.js'
import { BY_ID, type MembersMoved } from './move-members.js'
import { misplaced, reconcileMembersIn, type WholeEvaluation } from './reconcile-members.js'
import { SegmentChangedError } from './segment-changed.js'
import { areMembersStored, storesMembers } from './stored-members.js'

const REPAIRED_TOGETHER = 500

/** The moves in the next few thousand contacts of a project, and the last of them; null after the last contact. */
export interface BulkMoves extends MembersMoved {
  until: string | null
}

/**
 * Whether the members of a segment are computed in bulk: those of a segment without events, before they are computed
 * for the first time or for a new condition. An update in a transaction takes MongoDB 6 five times as long, because it
 * reads the definition of every index for each contact. The condition is in the filter of the update, so that each
 * contact is judged as it is then. The number of members need not be exact meanwhile.
 */
export function isComputedInBulk(segment: SegmentRecord): boolean {
  return segment.type === 'DYNAMIC' && !segment.trackMembership && !areMembersStored(segment)
}

/**
 * Lets the next few thousand contacts of a project, in the order of their ids, join and leave a segment without events.
 * `stepInBulk` or `repairBulk` has to follow. Throws BAD_REQUEST for a condition that is too large, and
 * SERVICE_UNAVAILABLE when that takes too long.
 */
export async function moveInBulk(segment: SegmentRecord, after: string | null): Promise<BulkMoves> {
  const { _id, projectId } = segment
  const condition = await compileNow(segment)
  const { filter, until } = await nextContactBatch(projectId, after)
  const move = (from: object, to: object): Promise<number> =>
    scan(
      projectId,
      async ({ maxTimeMS }) => {
        const options = { timestamps: false, hint: BY_ID, maxTimeMS }
        return (await Contact.updateMany({ $and: [filter, from] }, to, options)).modifiedCount
      },
      Date.now() + QUERY_LIMIT_MS,
    )
  const entered = await move(allOf([{ segments: { $ne: _id } }, condition]), { $addToSet: { segments: _id } })
  const left = await move(allOf([{ segments: _id }, { $nor: [condition] }]), { $pull: { segments: _id } })
  return { entered, left, until }
}

/**
 * Counts moves in bulk in the segment, and after the last contact marks its members as computed. Their number becomes
 * exact with the next count. Throws SegmentChangedError.
 */
export async function stepInBulk(
  session: ClientSession | undefined,
  { _id, projectId, revision }: SegmentRecord,
  { entered, left, until }: BulkMoves,
  evaluation: WholeEvaluation,
): Promise<void> {
  const completed = { $set: { computedAt: databaseNow(), ...evaluation }, $unset: { isOutdated: 1 as const } }
  const stepped = await Segment.updateOne(
    { _id, projectId, revision, trackMembership: false },
    { $inc: { memberCount: entered - left, guard: 1 }, ...(until === null ? completed : {}) },
    { ...(session ? { session } : {}), timestamps: false },
  )
  if (stepped.matchedCount === 0) throw new SegmentChangedError(_id)
}

/**
 * Corrects contacts that `moveInBulk` has moved by a condition that was changed meanwhile, because the computation for
 * the new condition may have passed them before. `segment` is the segment as it is now; null if it was deleted.
 */
export async function repairBulk(
  { projectId, segmentId }: { projectId: string; segmentId: string },
  segment: SegmentRecord | null,
  after: string | null,
): Promise<void> {
  const batch = await nextContactBatch(projectId, after)
  if (!segment) {
    const held: OwnedQuery = { $and: [batch.filter, { segments: segmentId }] }
    await Contact.updateMany(held, { $pull: { segments: segmentId } }, { timestamps: false, hint: BY_ID })
    return
  }
  if (!storesMembers(segment) || awaitsBaseline(segment)) return
  const condition = await compileNow(segment)
  const wrong = { condition: misplaced(segment, condition), shown: [], limit: REPAIRED_TOGETHER }
  for (;;) {
    const contactIds = (await findInBatch(batch, wrong)).found.map(({ _id }) => _id)
    await inTransaction((session) =>
      reconcileMembersIn(session, segment, { condition, contactIds }, { isSilent: true }),
    )
    if (contactIds.length < REPAIRED_TOGETHER) return
  }
}
