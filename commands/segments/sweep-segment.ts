import { isDeepStrictEqual } from 'node:util'
import mongoose from 'mongoose'
import { isTimeDependent } from '../../models/domain/conditions/walk-filters.js'
import { AppError } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { findMovers, type ContactRange } from './compute-members.js'
import { refreshMemberCount } from './count-members.js'
import { decidingConditions, deletedFieldsIn } from './segment-references.js'
import { guardSegmentIn, SegmentChangedError, reconcileMembersIn } from './reconcile-members.js'

// The poller finds the entries beyond this number, which are stored like all others.
const MAX_ENTRIES = 5_000

/**
 * Refreshes the dynamic segment after this one, over all projects: counts its members, and computes them where time
 * alone changes them, where a field was deleted or came back, and where they were never computed. Null when there
 * is none.
 */
export async function sweepSegment(
  after: string | null,
): Promise<{ segmentId: string; entries: OutboxEntry[] } | null> {
  const segment = await Segment.findOne({ type: 'DYNAMIC', ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .lean()
  if (!segment) return null
  const { _id: segmentId, projectId } = segment
  try {
    const conditions = await decidingConditions(segment)
    const deletedFields = await deletedFieldsIn(projectId, conditions)
    const isMoved = conditions.some(isTimeDependent) || !isDeepStrictEqual(segment.deletedFields, deletedFields)
    const isDue = segment.trackMembership && (segment.computedAt === null || isMoved)
    const entries = isDue ? await compute(segment, deletedFields) : []
    const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
    if (now) await refreshMemberCount(now)
    return { segmentId, entries }
  } catch (error) {
    // One faulty segment must not keep the sweep from the segments after it.
    if (isOwnFault(error)) return { segmentId, entries: [] }
    throw error
  }
}

async function compute(segment: SegmentRecord, deletedFields: string[]): Promise<OutboxEntry[]> {
  const all: OutboxEntry[] = []
  let after: string | null = null
  try {
    for (;;) {
      const range = await findMovers(segment, after)
      const entries = await reconcileRange(segment, range, deletedFields)
      all.push(...entries.slice(0, MAX_ENTRIES - all.length))
      if (range.isLast) return all
      after = range.until
    }
  } catch (error) {
    // The change of a segment computes all contacts itself.
    if (error instanceof SegmentChangedError) return all
    throw error
  }
}

async function reconcileRange(
  segment: SegmentRecord,
  range: ContactRange,
  deletedFields: string[],
): Promise<OutboxEntry[]> {
  const { contactIds, isLast } = range
  if (contactIds.length === 0 && !isLast) return []
  const isSilent = segment.computedAt === null
  return inTransaction(async (session) => {
    const { entries } = await reconcileMembersIn(session, segment, range, { isSilent })
    await guardSegmentIn(session, segment, isLast ? { computedAt: new Date(), deletedFields } : {})
    return entries
  })
}

function isOwnFault(error: unknown): boolean {
  if (error instanceof AppError) return true
  const { MongoServerError, MongoErrorLabel } = mongoose.mongo
  return error instanceof MongoServerError && !error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)
}
