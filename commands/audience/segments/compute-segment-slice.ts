import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import type { JobRecord } from '../../../models/job.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { contactTotals } from '../contacts/contact-totals.js'
import { CONTACTS_A_BATCH } from '../contacts/contact-batches.js'
import { advanceJob, NOTHING_LEFT, openJob, type JobRef, type SliceDone } from '../../base/jobs/advance-job.js'
import { awaitsBaseline } from './baseline.js'
import type { ComputeSegmentInput, ComputeSegmentResult } from './compute-job.js'
import { countBatch, findMovers, moveBatch, QUERY_LIMIT_MS } from './compute-members.js'
import { beginNextSweep } from './begin-sweep.js'
import { isComputedInBulk, moveInBulk, repairBulk, stepInBulk } from './compute-in-bulk.js'
import { storeUnstoredCount } from './count-unstored.js'
import { refreshMemberCountInTime } from './count-members.js'
import { wholeEvaluation } from './reconcile-members.js'
import { SegmentChangedError } from './segment-changed.js'
import { storesMembers } from './stored-members.js'
import { decidingConditions, surroundingsOf, type Surroundings } from '../../base/references/segment-references.js'

interface Cursor {
  /** The id of the last contact of the batches so far. */
  after: string | null
  /** Whether the batches so far are of the baseline, which precedes the computation. */
  isBaseline: boolean
  /** How many contacts the batches so far contained. */
  passed: number
  /** How many contacts there were at the start; with a baseline twice as many, because it passes all of them too. */
  total: number
  /** When the job began. */
  began: Date
  /** The surroundings of the conditions at the start. */
  surroundings: Surroundings
  /** The number of members in the batches so far, for a job that only counts. */
  counted: number
}

type ComputeJob = JobRecord<ComputeSegmentInput, Cursor, ComputeSegmentResult>

/**
 * Lets the next contacts join or leave a dynamic segment, each with an event if it is tracked. With `onlyCounts` it
 * counts the members among the next contacts instead. A segment that has just become tracked first gets its baseline:
 * the members of that moment, without events.
 */
export async function computeSegmentSlice(ref: JobRef): Promise<SliceDone> {
  const job = await openJob<ComputeSegmentInput, Cursor, ComputeSegmentResult>(ref)
  if (!job) return NOTHING_LEFT
  const { segmentId, revision, onlyCounts = false } = job.input
  const segment = await Segment.findOne({ _id: segmentId, projectId: ref.projectId }).lean()
  if (segment?.revision !== revision) return endOutdated(job, segment)
  if (onlyCounts) return countNext(job, segment)
  if (!storesMembers(segment)) return end(job)
  try {
    const done = await (isComputedInBulk(segment) ? computeNextInBulk(job, segment) : computeNext(job, segment))
    // Only a count by the index of members shows whether the number is right.
    if (done.isDone) await recount(segment)
    return done
  } catch (error) {
    // The next slice reads the changed segment.
    if (error instanceof SegmentChangedError) return { isDone: false, progress: job.progress }
    throw error
  }
}

async function computeNext(job: ComputeJob, segment: SegmentRecord): Promise<SliceDone> {
  const { result } = job
  const begun = job.cursor ?? (await begin(segment))
  const isBaseline = awaitsBaseline(segment)
  // The computation begins with the first contact, also when another process has completed the baseline.
  const batch = await findMovers(segment, begun.isBaseline === isBaseline ? begun.after : null)
  const cursor = { ...begun, after: batch.until, isBaseline, passed: begun.passed + batch.passed }
  const [isDone, progress] = [batch.until === null && !isBaseline, progressOf(cursor)]
  await moveBatch(
    segment,
    batch,
    wholeEvaluation(begun.surroundings, begun.began),
    async (session, { entered, left }) => {
      const stepped = { added: result.added + entered, removed: result.removed + left }
      await advanceJob(session, job, { cursor, progress, result: stepped, isDone })
      if (isDone && job.kind === 'SWEEP_SEGMENT') await beginNextSweep(session, segment)
    },
  )
  return { isDone, progress }
}

async function computeNextInBulk(job: ComputeJob, segment: SegmentRecord): Promise<SliceDone> {
  const { result } = job
  const begun = job.cursor ?? (await begin(segment))
  const moves = await moveInBulk(segment, begun.after)
  const cursor = { ...begun, after: moves.until, passed: begun.passed + CONTACTS_A_BATCH }
  const [isDone, progress] = [moves.until === null, progressOf(cursor)]
  const stepped = { added: result.added + moves.entered, removed: result.removed + moves.left }
  await inTransaction(async (session) => {
    await stepInBulk(session, segment, moves, wholeEvaluation(begun.surroundings, begun.began))
    await advanceJob(session, job, { cursor, progress, result: stepped, isDone })
    if (isDone && job.kind === 'SWEEP_SEGMENT') await beginNextSweep(session, segment)
  })
  return { isDone, progress }
}

/** Ends a job whose segment was changed or deleted, which it may have noticed only after it moved contacts in bulk. */
async function endOutdated(job: ComputeJob, segment: SegmentRecord | null): Promise<SliceDone> {
  const { projectId, input, cursor } = job
  if (!input.onlyCounts) await repairBulk({ projectId, segmentId: input.segmentId }, segment, cursor?.after ?? null)
  return end(job)
}

async function recount({ _id, projectId }: SegmentRecord): Promise<void> {
  const segment = await Segment.findOne({ _id, projectId }).lean()
  if (segment) await refreshMemberCountInTime(segment, QUERY_LIMIT_MS)
}

async function countNext(job: ComputeJob, segment: SegmentRecord): Promise<SliceDone> {
  if (storesMembers(segment)) return end(job)
  const begun = job.cursor ?? (await begin(segment))
  const { members, until } = await countBatch(segment, begun.after)
  const memberCount = begun.counted + members
  const cursor = { ...begun, after: until, passed: begun.passed + CONTACTS_A_BATCH, counted: memberCount }
  const [isDone, progress] = [until === null, progressOf(cursor)]
  await inTransaction(async (session) => {
    await advanceJob(session, job, { cursor, progress, result: job.result, isDone })
    if (!isDone) return
    await storeUnstoredCount(segment, { memberCount, countedAmong: begun.total, ...begun.surroundings }, session)
  })
  return { isDone, progress }
}

async function begin(segment: SegmentRecord): Promise<Cursor> {
  const { projectId } = segment
  const began = new Date()
  const { contacts: total } = await contactTotals(projectId)
  const surroundings = await surroundingsOf(projectId, await decidingConditions(segment))
  const isBaseline = awaitsBaseline(segment)
  return { after: null, isBaseline, passed: 0, total: isBaseline ? 2 * total : total, began, surroundings, counted: 0 }
}

// Contacts that are created during the job can make it pass more contacts than there were at the start.
function progressOf({ passed, total }: Cursor): number {
  return total === 0 ? 0 : Math.min(99, (100 * passed) / total)
}

async function end(job: ComputeJob): Promise<SliceDone> {
  const { cursor, result } = job
  await inTransaction((session) => advanceJob(session, job, { cursor, progress: 100, result, isDone: true }))
  return NOTHING_LEFT
}
