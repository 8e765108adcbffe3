import { Segment, type SegmentRecord } from '../../../models/segment.js'
import type { Surroundings } from '../../base/references/segment-references.js'
import { awaitsBaseline } from './baseline.js'
import { isComputedInBulk, moveInBulk, repairBulk, stepInBulk } from './compute-in-bulk.js'
import { findMovers, moveBatch, QUERY_LIMIT_MS } from './compute-members.js'
import { refreshMemberCount } from './count-members.js'
import { wholeEvaluation, type WholeEvaluation } from './reconcile-members.js'
import { SegmentChangedError } from './segment-changed.js'

/**
 * Evaluates a segment for all contacts of its project, without a job. Returns false after `leftMs`, unless it has
 * passed the last contact.
 */
export async function computeWithin(
  leftMs: number,
  segment: SegmentRecord,
  surroundings: Surroundings,
): Promise<boolean> {
  const deadline = Date.now() + leftMs
  const evaluation = wholeEvaluation(surroundings, new Date())
  try {
    if (awaitsBaseline(segment) && !(await passAll(segment, evaluation, deadline))) return false
    const isComputed = await passAll(
      awaitsBaseline(segment) ? { ...segment, hasBaseline: true } : segment,
      evaluation,
      deadline,
    )
    const computed = isComputed && (await Segment.findOne({ _id: segment._id, projectId: segment.projectId }).lean())
    if (computed) await refreshMemberCount(computed, QUERY_LIMIT_MS)
    return isComputed
  } catch (error) {
    // The change of the segment has stored a job that computes its members.
    if (!(error instanceof SegmentChangedError)) throw error
  }
  return true
}

/** Moves the contacts of the next batch; returns its last contact, or null for the last batch. */
async function passBatch(
  segment: SegmentRecord,
  evaluation: WholeEvaluation,
  after: string | null,
): Promise<string | null> {
  if (!isComputedInBulk(segment)) {
    const batch = await findMovers(segment, after)
    if (batch.contactIds.length > 0 || batch.until === null) await moveBatch(segment, batch, evaluation)
    return batch.until
  }
  const moves = await moveInBulk(segment, after)
  try {
    await stepInBulk(undefined, segment, moves, evaluation)
  } catch (error) {
    const { _id: segmentId, projectId } = segment
    await repairBulk({ projectId, segmentId }, await Segment.findOne({ _id: segmentId, projectId }).lean(), after)
    throw error
  }
  return moves.until
}

/** Moves the contacts of all batches; returns false after the deadline, unless it has passed the last batch. */
async function passAll(segment: SegmentRecord, evaluation: WholeEvaluation, deadline: number): Promise<boolean> {
  let after: string | null = null
  do {
    after = await passBatch(segment, evaluation, after)
    // The job begins with the first contact again. The contacts that have moved already do not move again.
    if (after !== null && Date.now() >= deadline) return false
  } while (after !== null)
  return true
}
