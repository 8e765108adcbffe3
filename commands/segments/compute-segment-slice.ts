import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { JobRecord } from '../../models/job.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { findMovers } from './compute-members.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { refreshMemberCount } from './count-members.js'
import { countKnownFields, decidingConditions } from './segment-references.js'
import { guardSegmentIn, SegmentChangedError, settleMembersIn } from './settle-members.js'

/** Which segment, and as what: a job of a segment that was changed since ends, because the change made another. */
export interface ComputeSegmentInput {
  segmentId: string
  revision: number
}

/** How many contacts joined and left. */
export interface ComputeSegmentResult {
  added: number
  removed: number
}

interface Cursor {
  /** The last contact that was looked at. */
  after: string | null
  passed: number
  /** How many contacts there were at the start. */
  total: number
  /** How many of the fields it asks for were known then. */
  knownFields: number
}

type ComputeJob = JobRecord<ComputeSegmentInput, Cursor, ComputeSegmentResult>

/**
 * Lets the next contacts join or leave a tracked segment, each with its event; without, as long as its present
 * members were never noted as a whole.
 */
export async function computeSegmentSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ComputeSegmentInput, Cursor, ComputeSegmentResult>(ref)
  if (!job) return NOTHING_LEFT
  const { segmentId, revision } = job.input
  const segment = await Segment.findOne({ _id: segmentId, projectId: ref.projectId }).lean()
  if (!segment?.trackMembership || segment.revision !== revision) return end(job)
  try {
    const done = await computeNext(job, segment)
    if (done.isDone) await refreshMemberCount({ ...segment, computedAt: new Date() })
    return done
  } catch (error) {
    // The next slice finds out what the segment is now.
    if (error instanceof SegmentChangedError) return { isDone: false, progress: job.progress, entries: [] }
    throw error
  }
}

async function computeNext(job: ComputeJob, segment: SegmentRecord): Promise<SliceDone> {
  const { result } = job
  const { after, passed, total, knownFields } = job.cursor ?? (await begin(segment))
  const { condition, contactIds, isLast, ...stretch } = await findMovers(segment, after)
  const cursor = { after: stretch.until, passed: passed + stretch.passed, total, knownFields }
  const progress = progressOf(cursor.passed, total)
  const isSilent = segment.computedAt === null
  return inTransaction(async (session) => {
    const { entered, left, entries } = await settleMembersIn(session, segment, { condition, contactIds }, { isSilent })
    const stepped = { added: result.added + entered, removed: result.removed + left }
    await advanceJob(session, job, { cursor, progress, result: stepped, isDone: isLast })
    if (isLast) await guardSegmentIn(session, segment, { computedAt: new Date(), knownFields })
    else if (entered + left > 0) await guardSegmentIn(session, segment)
    return { isDone: isLast, progress, entries }
  })
}

async function begin(segment: SegmentRecord): Promise<Cursor> {
  const { projectId } = segment
  const { contacts: total } = await contactTotals(projectId)
  const knownFields = await countKnownFields(projectId, await decidingConditions(segment))
  return { after: null, passed: 0, total, knownFields }
}

// Contacts that come while it runs can make it pass more than there were.
function progressOf(passed: number, total: number): number {
  return total === 0 ? 0 : Math.min(99, (100 * passed) / total)
}

async function end(job: ComputeJob): Promise<SliceDone> {
  const { cursor, result } = job
  await inTransaction((session) => advanceJob(session, job, { cursor, progress: 100, result, isDone: true }))
  return NOTHING_LEFT
}
