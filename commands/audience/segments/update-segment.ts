import { isDeepStrictEqual } from 'node:util'
import type { ClientSession } from 'mongoose'
import type { ConditionTree } from '../../../models/domain/conditions/tree.js'
import { AppError, notFound } from '../../../models/domain/errors.js'
import { ignoresEvents } from '../../../models/domain/conditions/walk-filters.js'
import { dependentsOf } from '../../../models/domain/segment-graph.js'
import { Segment, type SegmentRecord } from '../../../models/segment.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { compileForProject } from '../conditions/compile-for-project.js'
import { asRead, requireAsRead, type ReadState } from '../../base/listing/stale-change.js'
import { isLargeProject } from '../contacts/large-project.js'
import { awaitsBaseline, momentIn } from './baseline.js'
import { firstStored } from './begin-storing.js'
import { currentMemberCount } from './count-members.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { beginCompute, beginDrop, runJobs, type SegmentJob } from './segment-jobs.js'
import { areMembersStored, storesMembers } from './stored-members.js'
import { followWaitingChanges } from './walk-members.js'
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
  fields: Partial<
    Pick<SegmentRecord, 'name' | 'description' | 'condition' | 'ignoresEvents' | 'trackMembership' | 'storesMembers'>
  >
  hasNewCondition: boolean
  isTurnedOn: boolean
  isTurnedOff: boolean
}

/**
 * Changes a segment. A new condition lets contacts join and leave, in a tracked segment with events. Turning tracking
 * on stores the present members without events. In a project of ordinary size this is done when the function returns;
 * in a large one by a job. Throws RESOURCE_NOT_FOUND, BAD_REQUEST for another type, a cycle or a condition that is too
 * large together with the segments it refers to, VALIDATION_ERROR for a reference to an unknown segment, and
 * StaleChangeError for a segment that was changed since `ifUpdatedAt`.
 */
export async function updateSegment(ref: SegmentRef & ReadState, patch: SegmentPatch): Promise<SegmentRecord> {
  await prepare(ref, patch)
  const isLarge = await isLargeProject(ref.projectId)
  const { changed, jobs, isRecounted } = await inTransaction((session) => store(session, ref, patch, isLarge))
  await runJobs(jobs, isLarge ? 0 : COMPUTE_MS)
  // A later change may be stored by now, which the `updatedAt` of this one must not hide from its editor.
  const stored = await findSegment(ref)
  const { memberCount, countedAt } = isRecounted ? await currentMemberCount(stored) : stored
  return { ...changed, memberCount, countedAt, computedAt: stored.computedAt }
}

/**
 * Refuses a condition that is too large. Adds the events that are stored by now to the activity of their contacts, and
 * evaluates contacts whose changes are not dispatched yet, so that the members at the beginning of tracking are those
 * that the caller sees.
 */
async function prepare(ref: SegmentRef, patch: SegmentPatch): Promise<void> {
  const before = patch.trackMembership ? await findSegment(ref) : null
  const condition = patch.condition ?? before?.condition
  if (condition) await compileForProject(ref.projectId, condition, { now: new Date() })
  if (before?.trackMembership === false && areMembersStored(before)) await followWaitingChanges(before)
}

async function store(session: ClientSession, ref: SegmentRef & ReadState, patch: SegmentPatch, isLarge: boolean) {
  const { projectId, segmentId } = ref
  const segment = await Segment.findOne({ _id: segmentId, projectId }, null, { session }).lean()
  if (!segment) throw notFound('segment', segmentId)
  requireAsRead(segment, ref)
  const change = changeOf(segment, patch, isLarge)
  const { fields, hasNewCondition, isTurnedOn, isTurnedOff } = change
  const isRecounted = hasNewCondition || isTurnedOn || isTurnedOff
  if (Object.keys(fields).length === 0) return { changed: segment, jobs: [], isRecounted }
  const { condition } = fields
  if (condition) await checkReferencesIn(session, { projectId, segmentId, condition })
  const members = isRecounted ? await membersAfter(session, segment, change) : {}
  const changed = await Segment.findOneAndUpdate(
    { _id: segmentId, projectId, ...asRead(ref) },
    {
      $set: { ...fields, ...members, ...(isRecounted ? { countState: null } : {}) },
      ...(isRecounted ? { $inc: { revision: 1 } } : {}),
    },
    { session, returnDocument: 'after' },
  )
    .orFail()
    .lean()
  return { changed, jobs: isRecounted ? await beginJobs(session, changed, change) : [], isRecounted }
}

function changeOf(segment: SegmentRecord, { type, condition, ...patch }: SegmentPatch, isLarge: boolean): Change {
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
      ...(hasNewCondition ? { condition, ignoresEvents: ignoresEvents(condition) } : {}),
      // Contacts of a large project store their membership whether a segment is tracked or not.
      ...(isTurnedOff && isLarge ? { storesMembers: true } : {}),
    },
    hasNewCondition,
    isTurnedOn,
    isTurnedOff,
  }
}

/** What a change makes of the stored members and their number. */
async function membersAfter(
  session: ClientSession,
  segment: SegmentRecord,
  { fields, hasNewCondition, isTurnedOn, isTurnedOff }: Change,
): Promise<Partial<SegmentRecord>> {
  const { trackMembership = segment.trackMembership, storesMembers: isKept = segment.storesMembers } = fields
  if (isTurnedOff && !isKept) return { computedAt: null, countedAt: null }
  if (!trackMembership && !isKept) return {}
  // Contacts store their membership already: from now on, moves have events.
  if (isTurnedOn && !hasNewCondition && areMembersStored(segment)) return {}
  const isBaselineDue = isTurnedOn || (hasNewCondition && awaitsBaseline(segment))
  return {
    ...(storesMembers(segment) ? {} : await firstStored(session, segment)),
    ...(isTurnedOn ? { computedAt: null } : {}),
    ...(hasNewCondition || isTurnedOn ? { countedAt: null } : {}),
    ...(hasNewCondition ? { isOutdated: true } : {}),
    ...(isBaselineDue ? { hasBaseline: false, ...momentIn(session) } : {}),
  }
}

/** Stores the jobs that follow from a change, in its transaction. */
async function beginJobs(session: ClientSession, changed: SegmentRecord, change: Change): Promise<SegmentJob[]> {
  const { _id: segmentId, projectId, revision } = changed
  const jobs: SegmentJob[] = []
  const isComputed = storesMembers(changed) && !areMembersStored(changed)
  if (isComputed) jobs.push(await beginCompute({ projectId, segmentId, revision }, session))
  if (change.isTurnedOff && !storesMembers(changed)) jobs.push(await beginDrop({ projectId, segmentId }, session))
  // Segments that refer to this one depend on its condition too, so their members are computed or counted anew.
  return change.hasNewCondition ? [...jobs, ...(await beginDependents(session, { projectId, segmentId }))] : jobs
}

async function beginDependents(session: ClientSession, { projectId, segmentId }: SegmentRef): Promise<SegmentJob[]> {
  const ids = dependentsOf(await loadSegmentGraph(projectId, session), segmentId)
  const jobs: SegmentJob[] = []
  for (const id of ids) {
    const changed = await Segment.findOneAndUpdate(
      { _id: id, projectId },
      { $inc: { revision: 1 }, $set: { isOutdated: true, countedAt: null, countState: null } },
      { session, returnDocument: 'after', timestamps: false },
    ).lean()
    if (!changed || !storesMembers(changed)) continue
    jobs.push(await beginCompute({ projectId, segmentId: id, revision: changed.revision }, session))
  }
  return jobs
}
