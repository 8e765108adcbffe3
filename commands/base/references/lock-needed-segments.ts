import type { ClientSession } from 'mongoose'
import { invalid } from '../../../models/domain/errors.js'
import { segmentReferences, segmentSlugs, type SegmentReference } from '../../../models/domain/workflow-segments.js'
import { Segment } from '../../../models/segment.js'
import type { WorkflowRecord } from '../../../models/workflow.js'
import { lockSegments } from './segment-references.js'

/**
 * Locks the segments that an enabled workflow newly needs, in the transaction that stores the workflow. The lock makes
 * this transaction conflict with the deletion of a segment: one of the two is retried and sees the other. Throws
 * VALIDATION_ERROR with the field of each segment that is deleted.
 */
export async function lockNeededSegments(
  session: ClientSession,
  { before, after }: { before: WorkflowRecord; after: WorkflowRecord },
): Promise<void> {
  if (!after.enabled) return
  const needsBefore = before.enabled ? needsOf(before) : NOTHING
  const { references, slugs } = needsOf(after)
  const isKnown = (id: string): boolean => needsBefore.references.some(({ segmentId }) => segmentId === id)
  await lockReferred(
    session,
    after.projectId,
    references.filter(({ segmentId }) => !isKnown(segmentId)),
  )
  await lockNamed(
    session,
    after.projectId,
    [...slugs].filter((slug) => !needsBefore.slugs.has(slug)),
  )
}

interface Needs {
  references: SegmentReference[]
  slugs: Set<string>
}

const NOTHING: Needs = { references: [], slugs: new Set() }

function needsOf(workflow: WorkflowRecord): Needs {
  return { references: segmentReferences(workflow), slugs: segmentSlugs(workflow) }
}

async function lockReferred(session: ClientSession, projectId: string, references: SegmentReference[]): Promise<void> {
  const ids = [...new Set(references.map(({ segmentId }) => segmentId))]
  if ((await lockSegments(session, projectId, ids)) === ids.length) return
  const found = await Segment.find({ _id: { $in: ids }, projectId }, { _id: 1 }, { session }).lean()
  const existing = new Set(found.map(({ _id }) => _id))
  const gone = references.filter(({ segmentId }) => !existing.has(segmentId))
  throw invalid(gone.map(({ field }) => ({ field, message: 'Segment not found', code: 'custom' })))
}

// The event name of a segment that does not exist is not refused, because the segment may be created later.
async function lockNamed(session: ClientSession, projectId: string, slugs: string[]): Promise<void> {
  if (slugs.length === 0) return
  const named = await Segment.find({ projectId, slug: { $in: slugs } }, { _id: 1 }, { session }).lean()
  await lockSegments(
    session,
    projectId,
    named.map(({ _id }) => _id),
  )
}
