import type { ClientSession } from 'mongoose'
import { invalid } from '../../../models/domain/errors.js'
import { Segment } from '../../../models/segment.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { moveMembersIn } from './move-members.js'

/** Throws RESOURCE_NOT_FOUND for an unknown segment, and VALIDATION_ERROR on `segmentId` for a dynamic one. */
export async function requireStatic(ref: SegmentRef): Promise<void> {
  const { type } = await findSegment(ref)
  if (type === 'STATIC') return
  const message = "You can't add or remove members of a dynamic segment. Its condition decides"
  throw invalid([{ field: 'segmentId', message, code: 'custom' }])
}

/**
 * Adds a few hundred contacts to a static segment inside the transaction that stores them. Does nothing when the
 * segment was deleted meanwhile; a concurrent deletion conflicts with the transaction.
 */
export async function joinSegmentIn(
  session: ClientSession,
  { projectId, segmentId: _id }: SegmentRef,
  contactIds: ReadonlySet<string>,
): Promise<void> {
  if (contactIds.size === 0) return
  const guard = { $inc: { guard: 1 } }
  const segment = await Segment.findOneAndUpdate({ _id, projectId }, guard, { session, timestamps: false }).lean()
  if (segment) await moveMembersIn(session, segment, { enter: [...contactIds], leave: [] })
}
