import { inTransaction } from '../../runtime/mongodb/transaction.js'
import type { JobRecord } from '../../models/job.js'
import { Segment, type SegmentRecord } from '../../models/segment.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../jobs/advance-job.js'
import { findMovers } from './compute-members.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { refreshMemberCount } from './count-members.js'
import { decidingConditions, surroundingsOf, type Surroundings } from './segment-references.js'
import { guardSegmentIn, SegmentChangedError, reconcileMembersIn } from './reconcile-members.js'

/** The segment of a job and its revision: a job of an older revision ends, because the change has its own job. */
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
  /** The last contact of the ranges so far. */
  after: string | null
  passed: number
  /** How many contacts there were at the start. */
  total: number
  /** What its conditions depended on at the start. */
  surroundings: Surroundings
}

type ComputeJob = JobRecord<ComputeSegmentInput, Cursor, ComputeSegmentResult>

/**
 * Lets the next contacts join or leave a tracked segment, each with its event. The first computation of a segment
 * stores its present members without events.
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
    // The next slice reads the changed segment.
    if (error instanceof SegmentChangedError) return { isDone: false, progress: job.progress }
    throw error
  }
}

async function computeNext(job: ComputeJob, segment: SegmentRecord): Promise<SliceDone> {
  const { result } = job
  const { after, passed, total, surroundings } = job.cursor ?? (await begin(segment))
  const { condition, contactIds, isLast, ...range } = await findMovers(segment, after)
  const cursor = { after: range.until, passed: passed + range.passed, total, surroundings }
  const progress = progressOf(cursor.passed, total)
  const isSilent = segment.computedAt === null
  return inTransaction(async (session) => {
    const { entered, left } = await reconcileMembersIn(session, segment, { condition, contactIds }, { isSilent })
    const stepped = { added: result.added + entered, removed: result.removed + left }
    await advanceJob(session, job, { cursor, progress, result: stepped, isDone: isLast })
    if (isLast) await guardSegmentIn(session, segment, { computedAt: new Date(), ...surroundings })
    else if (entered + left > 0) await guardSegmentIn(session, segment)
    return { isDone: isLast, progress }
  })
}

async function begin(segment: SegmentRecord): Promise<Cursor> {
  const { projectId } = segment
  const { contacts: total } = await contactTotals(projectId)
  const surroundings = await surroundingsOf(projectId, await decidingConditions(segment))
  return { after: null, passed: 0, total, surroundings }
}

// Contacts that are created during the job can make it pass more contacts than there were at the start.
function progressOf(passed: number, total: number): number {
  return total === 0 ? 0 : Math.min(99, (100 * passed) / total)
}

async function end(job: ComputeJob): Promise<SliceDone> {
  const { cursor, result } = job
  await inTransaction((session) => advanceJob(session, job, { cursor, progress: 100, result, isDone: true }))
  return NOTHING_LEFT
}
