import mongoose from 'mongoose'
import { isTimeDependent } from '../../models/domain/conditions/walk-filters.js'
import { AppError } from '../../models/domain/errors.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { findMovers, type Stretch } from './compute-members.js'
import { refreshMemberCount } from './count-members.js'
import { countKnownFields, decidingConditions } from './segment-references.js'
import { guardSegmentIn, SegmentChangedError, settleMembersIn } from './settle-members.js'

// The rest is stored like these, and found by the poller of entries.
const MAX_INTENTS = 5_000

/**
 * Sweeps the dynamic segment that comes after this one, over all projects: counts it anew, and brings it up to date
 * where time alone changes its members, where a field became known or was forgotten, and where it was never done.
 * Null when there is none.
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
    const knownFields = await countKnownFields(projectId, conditions)
    const isMoved = conditions.some(isTimeDependent) || segment.knownFields !== knownFields
    const isDue = segment.trackMembership && (segment.computedAt === null || isMoved)
    const entries = isDue ? await compute(segment, knownFields) : []
    const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
    if (now) await refreshMemberCount(now)
    return { segmentId, entries }
  } catch (error) {
    // One segment must not keep the sweep from those behind it.
    if (isOwnFault(error)) return { segmentId, entries: [] }
    throw error
  }
}

async function compute(segment: SegmentRecord, knownFields: number): Promise<OutboxEntry[]> {
  const all: OutboxEntry[] = []
  let after: string | null = null
  try {
    for (;;) {
      const stretch = await findMovers(segment, after)
      const entries = await settleStretch(segment, stretch, knownFields)
      all.push(...entries.slice(0, MAX_INTENTS - all.length))
      if (stretch.isLast) return all
      after = stretch.until
    }
  } catch (error) {
    // Whatever changed it meanwhile looks through all contacts by itself.
    if (error instanceof SegmentChangedError) return all
    throw error
  }
}

async function settleStretch(segment: SegmentRecord, stretch: Stretch, knownFields: number): Promise<OutboxEntry[]> {
  const { contactIds, isLast } = stretch
  if (contactIds.length === 0 && !isLast) return []
  const isSilent = segment.computedAt === null
  return inTransaction(async (session) => {
    const { entries } = await settleMembersIn(session, segment, stretch, { isSilent })
    await guardSegmentIn(session, segment, isLast ? { computedAt: new Date(), knownFields } : {})
    return entries
  })
}

function isOwnFault(error: unknown): boolean {
  if (error instanceof AppError) return true
  const { MongoServerError, MongoErrorLabel } = mongoose.mongo
  return error instanceof MongoServerError && !error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)
}
