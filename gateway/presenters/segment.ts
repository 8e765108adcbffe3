import type { z } from 'zod'
import type { JoinedSegment } from '../../commands/audience/segments/segments-of-contact.js'
import type { MemberCount } from '../../commands/audience/segments/count-members.js'
import type { SegmentRecord } from '../../models/segment.js'
import type { MemberCountResponse, SegmentResponse } from '../schemas/segment.js'

/** The number of members of a segment as the API shows it. */
export function presentMemberCount({ memberCount, countedAt }: MemberCount): z.input<typeof MemberCountResponse> {
  return { memberCount, exact: countedAt !== null, countedAt: countedAt?.toISOString() ?? null }
}

/** A segment as the API shows it. */
export function presentSegment(segment: SegmentRecord): z.input<typeof SegmentResponse> {
  return {
    id: segment._id,
    name: segment.name,
    slug: segment.slug,
    description: segment.description,
    type: segment.type,
    condition: segment.condition,
    trackMembership: segment.trackMembership,
    ...presentMemberCount(segment),
    lastComputedAt: segment.computedAt?.toISOString() ?? null,
    projectId: segment.projectId,
    createdAt: segment.createdAt.toISOString(),
    updatedAt: segment.updatedAt.toISOString(),
  }
}

/** A segment in the list of a contact. */
export function presentContactSegment({ _id: id, name, type, trackMembership }: JoinedSegment) {
  return { id, name, type, trackMembership }
}
