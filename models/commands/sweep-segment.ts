import mongoose from 'mongoose'
import { isTimeDependent, segmentIdsOf } from '../domain/conditions/walk-filters.js'
import { AppError } from '../domain/errors.js'
import { withInlined } from '../domain/segment-graph.js'
import type { Intent } from '../intent.js'
import { Segment, type SegmentRecord } from '../segment.js'
import { inTransaction } from '../transaction.js'
import { findMovers } from './compute-members.js'
import { refreshMemberCount } from './count-members.js'
import { loadSegmentGraph } from './segment-references.js'
import { guardSegmentIn, SegmentChangedError, settleMembersIn } from './settle-members.js'

// The rest is stored like these, and found by the sweeper of intents.
const MAX_INTENTS = 5_000

/**
 * Sweeps the dynamic segment that comes after this one, over all projects: counts it anew, and brings it up to date
 * where time alone changes its members, or where that was left undone. Null when there is none.
 */
export async function sweepSegment(after: string | null): Promise<{ segmentId: string; intents: Intent[] } | null> {
  const segment = await Segment.findOne({ type: 'DYNAMIC', ...(after === null ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .lean()
  if (!segment) return null
  const { _id: segmentId, projectId } = segment
  try {
    const intents = (await isDue(segment)) ? await compute(segment) : []
    const now = await Segment.findOne({ _id: segmentId, projectId }).lean()
    if (now) await refreshMemberCount(now)
    return { segmentId, intents }
  } catch (error) {
    // One segment must not keep the sweep from those behind it.
    if (isOwnFault(error)) return { segmentId, intents: [] }
    throw error
  }
}

async function isDue({ projectId, condition, trackMembership, computedAt }: SegmentRecord): Promise<boolean> {
  if (!trackMembership || !condition) return false
  if (computedAt === null || isTimeDependent(condition)) return true
  if (segmentIdsOf(condition).size === 0) return false
  return withInlined(await loadSegmentGraph(projectId), condition).some(isTimeDependent)
}

async function compute(segment: SegmentRecord): Promise<Intent[]> {
  const all: Intent[] = []
  const isSilent = segment.computedAt === null
  let after: string | null = null
  for (;;) {
    const { condition, contactIds, until, isLast } = await findMovers(segment, after)
    try {
      const { intents } = await inTransaction(async (session) => {
        const moved = await settleMembersIn(session, segment, { condition, contactIds }, { isSilent })
        if (isLast) await guardSegmentIn(session, segment, { computedAt: new Date() })
        else if (moved.entered + moved.left > 0) await guardSegmentIn(session, segment)
        return moved
      })
      all.push(...intents.slice(0, MAX_INTENTS - all.length))
    } catch (error) {
      // Whatever changed it meanwhile looks through all contacts by itself.
      if (error instanceof SegmentChangedError) return all
      throw error
    }
    if (isLast) return all
    after = until
  }
}

function isOwnFault(error: unknown): boolean {
  if (error instanceof AppError) return true
  const { MongoServerError, MongoErrorLabel } = mongoose.mongo
  return error instanceof MongoServerError && !error.hasErrorLabel(MongoErrorLabel.RetryableWriteError)
}
