import type { ClientSession } from 'mongoose'
import { Contact } from '../../../models/contact.js'
import type { MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { CONTACTS_A_BATCH, findInBatch, nextContactBatch } from '../contacts/contact-batches.js'
import { scan } from '../../base/listing/scan.js'
import { awaitsBaseline, findBaseline } from './baseline.js'
import { BY_ID, moveMembersIn, type MembershipMoves, type MembersMoved } from './move-members.js'
import { guardSegmentIn, misplaced, reconcileMembersIn, type WholeEvaluation } from './reconcile-members.js'

/**
 * How many contacts a transaction moves at most. With fewer, its other commands and its commit would count for more.
 */
export const MOVERS = 1_000

/** The limit of a query about one batch. Such a query takes milliseconds, unless the condition is too expensive. */
export const QUERY_LIMIT_MS = 10_000

/** The next batch of a project's contacts. */
export interface MoverBatch {
  condition: MongoFilter
  /** The contacts of the batch whose membership differs from the condition. */
  contactIds: string[]
  /** For a baseline: the moves of these contacts, which have no events. */
  baseline?: MembershipMoves
  /** The last id of the batch, after which the next batch begins; null for the last batch. */
  until: string | null
  /** The number of contacts in the batch; 0 if the batch ends early, because a later call counts its contacts. */
  passed: number
}

/**
 * Finds at most a thousand contacts that have to join or leave a dynamic segment, among the next few thousand
 * contacts of the project in the order of their ids; for a segment that awaits its baseline, by the state of the
 * contacts when tracking began. Throws BAD_REQUEST for a condition that is too large, and SERVICE_UNAVAILABLE when that
 * takes too long.
 */
export async function findMovers(segment: SegmentRecord, after: string | null): Promise<MoverBatch> {
  const condition = await compileNow(segment)
  if (awaitsBaseline(segment)) {
    const { moves, until, isWhole } = await scan(
      segment.projectId,
      (limits) => findBaseline(segment, condition, after, { limit: MOVERS, ...limits }),
      Date.now() + QUERY_LIMIT_MS,
    )
    const contactIds = [...moves.enter, ...moves.leave]
    return { condition, contactIds, baseline: moves, until, passed: isWhole ? CONTACTS_A_BATCH : 0 }
  }
  const batch = await nextContactBatch(segment.projectId, after)
  const wanted = { condition: misplaced(segment, condition), shown: [], limit: MOVERS }
  const { found, until, isWhole } = await scan(
    segment.projectId,
    (limits) => findInBatch(batch, { ...wanted, ...limits }),
    Date.now() + QUERY_LIMIT_MS,
  )
  return { condition, contactIds: found.map(({ _id }) => _id), until, passed: isWhole ? CONTACTS_A_BATCH : 0 }
}

/**
 * Moves the contacts of a batch, in a tracked segment with their events unless the batch is of a baseline. The last
 * batch marks the baseline as stored, or the members as computed by this evaluation. `alongside` writes in the same
 * transaction. Throws SegmentChangedError, also when another process has stored the baseline.
 */
export async function moveBatch(
  segment: SegmentRecord,
  batch: MoverBatch,
  evaluation: WholeEvaluation,
  alongside?: (session: ClientSession, moved: MembersMoved) => Promise<void>,
): Promise<MembersMoved> {
  const { baseline } = batch
  const isLast = batch.until === null
  return inTransaction(async (session) => {
    const moved = await (baseline
      ? moveMembersIn(session, segment, baseline, { isSilent: true })
      : reconcileMembersIn(session, segment, batch))
    await alongside?.(session, moved)
    const now = databaseNow()
    const completed = baseline ? { hasBaseline: true } : { computedAt: now, countedAt: now, ...evaluation }
    if (isLast) await guardSegmentIn(session, segment, completed)
    else if (moved.entered + moved.left > 0) await guardSegmentIn(session, segment)
    return moved
  })
}

/**
 * Counts the contacts that meet the condition of a segment whose members are not stored, among the next few thousand
 * contacts of the project in the order of their ids. `until` is null after the last. Throws as `findMovers` does.
 */
export async function countBatch(
  segment: SegmentRecord,
  after: string | null,
): Promise<{ members: number; until: string | null }> {
  const condition = await compileNow(segment)
  const { filter, until } = await nextContactBatch(segment.projectId, after)
  const members = await scan(
    segment.projectId,
    (limits) => Contact.countDocuments({ $and: [filter, condition] }, limits).hint(BY_ID),
    Date.now() + QUERY_LIMIT_MS,
  )
  return { members, until }
}

// Each batch has a `now` of its own. A contact is judged by its document alone, so batches need not agree. With one
// `now` for all batches, a contact that a change of its document has let join since then would leave, and join again in
// the next sweep.
/** The condition of a segment at this moment. Throws BAD_REQUEST. */
export function compileNow({ projectId, condition }: SegmentRecord): Promise<MongoFilter> {
  return compileForProject(projectId, condition ?? NO_GROUPS, { now: new Date() })
}

/** A condition that no contact meets. */
const NO_GROUPS = { logic: 'OR' as const, groups: [] }
