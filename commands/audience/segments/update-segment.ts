import { isDeepStrictEqual } from 'node:util'
import type { ClientSession } from 'mongoose'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { trackedDependents } from '../../../models/domain/segment-graph.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { asRead, requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { awaitsBaseline, momentIn } from './baseline.js'
import { refreshMemberCountInTime } from './count-members.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { beginCompute, beginDrop, runJobs, type SegmentJob } from './segment-jobs.js'
import { checkReferencesIn, loadSegmentGraph } from '../../base/references/segment-references.js'

const COMPUTE_MS = 2_000

/** The fields of a segment to change. Omitted fields stay as they are; a static segment ignores a condition. */
export interface SegmentPatch {
  name?: string | undefined
  description?: string | null | undefined
  /** Cannot change: a type other than the segment's is refused. */
  type?: SegmentRecord['type'] | undefined
  condition?: ConditionTree | undefined
  trackMembership?: boolean | undefined
}

/** The effect of a patch on a segment. */
interface Change {
  fields: Partial<Pick<SegmentRecord, 'name' | 'description' | 'condition' | 'trackMembership' | 'computedAt'>>
  hasNewCondition: boolean
  isTurnedOn: boolean
  isTurnedOff: boolean
  /** Whether the members of this moment are to be stored without events. */
  isBaselineDue: boolean
}

/**
 * Changes a segment. A new condition lets contacts join and leave a tracked segment with events. Turning tracking on
 * stores the present members without events. In a project of ordinary size this is done when the function returns.
 * Throws RESOURCE_NOT_FOUND, BAD_REQUEST for another type, a cycle or a condition that is too large together with the
 * segments it refers to, VALIDATION_ERROR for a reference to an unknown segment, and StaleChangeError for a segment
 * that was changed since `ifUpdatedAt`.
 */
export async function updateSegment(ref: SegmentRef & ReadState, patch: SegmentPatch): Promise<SegmentRecord> {
  await prepare(ref, patch)
  const { changed, jobs, isRecounted } = await inTransaction((session) => store(session, ref, patch))
  await runJobs(jobs, COMPUTE_MS)
  if (isRecounted) await refreshMemberCountInTime(await findSegment(ref))
  // A later change may be stored by now, which the `updatedAt` of this one must not hide from its editor.
  const { memberCount, computedAt } = await findSegment(ref)
  return { ...changed, memberCount, computedAt }
}

/**
 * Refuses a condition that is too large. Adds the events that are stored by now to the activity of their contacts, so
 * that the members at the beginning of tracking are those that the caller sees.
 */
async function prepare(ref: SegmentRef, patch: SegmentPatch): Promise<void> {
  const condition = patch.condition ?? (patch.trackMembership ? (await findSegment(ref)).condition : null)
  if (condition) await compileForProject(ref.projectId, condition, { now: new Date() })
}

async function store(session: ClientSession, ref: SegmentRef & ReadState, patch: SegmentPatch) {
  const { projectId, segmentId } = ref
  const segment = await Segment.findOne({ _id: segmentId, projectId }, null, { session }).lean()
  if (!segment) throw notFound('segment', segmentId)
  requireAsRead(segment, ref)
  const change = changeOf(segment, patch)
  const { fields, hasNewCondition, isTurnedOn, isTurnedOff, isBaselineDue } = change
  const isRecounted = hasNewCondition || isTurnedOn || isTurnedOff
  if (Object.keys(fields).length === 0) return { changed: segment, jobs: [], isRecounted }
  const { condition } = fields
  if (condition) await checkReferencesIn(session, { projectId, segmentId, condition })
  const changed = await Segment.findOneAndUpdate(
    { _id: segmentId, projectId, ...asRead(ref) },
    {
      $set: { ...fields, ...(isBaselineDue ? { hasBaseline: false, ...momentIn(session) } : {}) },
      ...(isRecounted ? { $inc: { revision: 1 } } : {}),
    },
    { session, returnDocument: 'after' },
  )
    .orFail()
    .lean()
  return { changed, jobs: isRecounted ? await beginJobs(session, segment, change) : [], isRecounted }
}

function changeOf(segment: SegmentRecord, { type, condition, ...patch }: SegmentPatch): Change {
  if (type && type !== segment.type) {
    throw new AppError('BAD_REQUEST', 'The type of a segment cannot be changed', { details: { type: segment.type } })
  }
  const isDynamic = segment.type === 'DYNAMIC'
  const hasNewCondition = isDynamic && condition !== undefined && !isDeepStrictEqual(condition, segment.condition)
  const trackMembership = patch.trackMembership ?? segment.trackMembership
  const isTurnedOn = isDynamic && trackMembership && !segment.trackMembership
  const isTurnedOff = isDynamic && !trackMembership && segment.trackMembership
  const changedFields = Object.entries(patch).filter(([, value]) => value !== undefined)
  return {
    fields: {
      ...Object.fromEntries(changedFields),
      ...(hasNewCondition ? { condition } : {}),
      ...(isTurnedOn || isTurnedOff ? { computedAt: null } : {}),
    },
    hasNewCondition,
    isTurnedOn,
    isTurnedOff,
    isBaselineDue: isTurnedOn || (hasNewCondition && trackMembership && awaitsBaseline(segment)),
  }
}

/** Stores the jobs that follow from a change, in its transaction. */
async function beginJobs(session: ClientSession, before: SegmentRecord, change: Change): Promise<SegmentJob[]> {
  const { _id: segmentId, projectId, revision } = before
  const { trackMembership = before.trackMembership } = change.fields
  const jobs: SegmentJob[] = []
  if (trackMembership) jobs.push(await beginCompute({ projectId, segmentId, revision: revision + 1 }, session))
  if (change.isTurnedOff) jobs.push(await beginDrop({ projectId, segmentId }, session))
  // Segments that refer to this one depend on its condition too, so their members are computed anew.
  return change.hasNewCondition ? [...jobs, ...(await beginDependents(session, { projectId, segmentId }))] : jobs
}

async function beginDependents(session: ClientSession, { projectId, segmentId }: SegmentRef): Promise<SegmentJob[]> {
  const ids = trackedDependents(await loadSegmentGraph(projectId, session), segmentId)
  const jobs: SegmentJob[] = []
  for (const id of ids) {
    const changed = await Segment.findOneAndUpdate(
      { _id: id, projectId },
      { $inc: { revision: 1 } },
      { session, returnDocument: 'after', timestamps: false },
    ).lean()
    if (changed) jobs.push(await beginCompute({ projectId, segmentId: id, revision: changed.revision }, session))
  }
  return jobs
}
