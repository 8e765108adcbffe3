import mongoose, { type ClientSession } from 'mongoose'
import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { findInBatch, nextContactBatch, type BatchQuery } from '../contacts/contact-batches.js'
import { misplaced } from './reconcile-members.js'
import type { MembershipMoves } from './move-members.js'

// The history of MongoDB reaches back 300 seconds (`minSnapshotHistoryWindowInSeconds`), and not over a restart.
const SNAPSHOT_TOO_OLD = 239
const SNAPSHOT_UNAVAILABLE = 246

/**
 * Whether the members that a segment had when its tracking began are still to be stored. Until then no change of a
 * contact moves it: from the contact alone nobody can tell whether it was a member before the change. The computation
 * that follows the baseline moves, with events, every contact that has changed since.
 */
export function awaitsBaseline({ trackMembership, computedAt, hasBaseline = false }: SegmentRecord): boolean {
  return trackMembership && computedAt === null && !hasBaseline
}

/** The moment of the latest command of a transaction: the beginning of tracking that the transaction stores. */
export function momentIn(session: ClientSession): Pick<SegmentRecord, 'trackedSince'> {
  const { operationTime: clusterTime } = session
  return clusterTime ? { trackedSince: { clusterTime, at: databaseNow() } } : {}
}

/** A part of a baseline: the contacts to move without events, and where the next part begins. */
export interface BaselineBatch {
  moves: MembershipMoves
  until: string | null
  isWhole: boolean
}

/**
 * Finds, among the next contacts of the project, those whose stored membership differed from the condition when
 * tracking began, by a read of MongoDB's snapshot of that moment. When the snapshot is no longer kept, the contacts
 * count as they are now, and those that were created since are left to the computation.
 */
export async function findBaseline(
  segment: SegmentRecord,
  condition: MongoFilter,
  after: string | null,
  limits: Pick<BatchQuery<'segments'>, 'limit' | 'maxTimeMS' | 'signal'>,
): Promise<BaselineBatch> {
  const { trackedSince } = segment
  const wanted = misplaced(segment, condition)
  if (!trackedSince) return read(segment, after, { condition: wanted, shown: SHOWN, ...limits })
  const session = await mongoose.connection.startSession({ snapshot: true })
  // Otherwise the driver takes the time of the first read. Its types do not offer the field, which it sends as
  // `atClusterTime`.
  Object.assign(session, { snapshotTime: trackedSince.clusterTime })
  try {
    return await read(segment, after, { condition: wanted, shown: SHOWN, session, ...limits })
  } catch (error) {
    if (!isForgotten(error)) throw error
    const existed = allOf([{ createdAt: { $lte: trackedSince.at } }, wanted])
    return await read(segment, after, { condition: existed, shown: SHOWN, ...limits })
  } finally {
    await session.endSession()
  }
}

const SHOWN = ['segments'] as const

async function read(
  { _id: segmentId, projectId }: SegmentRecord,
  after: string | null,
  query: BatchQuery<'segments'>,
): Promise<BaselineBatch> {
  const batch = await nextContactBatch(projectId, after, { session: query.session ?? null })
  const { found, until, isWhole } = await findInBatch(batch, query)
  const isMember = ({ segments }: (typeof found)[number]): boolean => segments.includes(segmentId)
  const moves = {
    enter: found.filter((contact) => !isMember(contact)).map(({ _id }) => _id),
    leave: found.filter(isMember).map(({ _id }) => _id),
  }
  return { moves, until, isWhole }
}

function isForgotten(error: unknown): boolean {
  const code = error instanceof mongoose.mongo.MongoServerError ? error.code : undefined
  return code === SNAPSHOT_TOO_OLD || code === SNAPSHOT_UNAVAILABLE
}
