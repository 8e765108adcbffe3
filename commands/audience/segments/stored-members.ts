import type { OwnedQuery } from '../../../models/owned-model.js'
import type { SegmentRecord } from '../../../models/segment.js'

/** The index of stored members, by segment and in the order of their ids. */
export const MEMBERS_INDEX = 'segment_members'

/** The query for the stored members of a segment: contacts that hold its id. */
export function storedMembers({ _id, projectId }: Pick<SegmentRecord, '_id' | 'projectId'>): OwnedQuery {
  return { projectId, segments: _id }
}

/** Whether contacts store their membership in a segment, perhaps not in all of it yet. */
export function storesMembers({
  type,
  trackMembership,
  storesMembers: isStored = false,
}: Pick<SegmentRecord, 'type' | 'trackMembership' | 'storesMembers'>): boolean {
  return type === 'STATIC' || trackMembership || isStored
}

/**
 * Whether all members of a segment hold its id. They do not yet where its members are being computed for the first
 * time, or for a new condition.
 */
export function areMembersStored(segment: SegmentRecord): boolean {
  const { type, computedAt, isOutdated = false } = segment
  return type === 'STATIC' || (storesMembers(segment) && computedAt !== null && !isOutdated)
}
