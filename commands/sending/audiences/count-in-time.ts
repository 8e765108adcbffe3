import { isLargeProject } from '../../audience/contacts/large-project.js'
import type { Addressed } from '../../audience/contacts/audience.js'
import { findSegment } from '../../audience/segments/find-segment.js'
import { areMembersStored } from '../../audience/segments/stored-members.js'
import { isTooSlow } from '../../base/listing/scan.js'
import { countAudience, type CountInTime } from './count-audience.js'
import { countStoredMembers } from './count-stored-members.js'
import { estimateAudience } from './estimate-audience.js'

const PATIENCE_MS = 1_000

/**
 * Counts an audience for a request. The stored size of a segment is used in a large project. Any other audience is
 * counted for up to `patienceMs`; when that takes longer, its numbers are estimated from a random part of the contacts.
 * Throws RESOURCE_NOT_FOUND when the segment is gone, BAD_REQUEST for a condition that is too large, and
 * SERVICE_UNAVAILABLE when even the estimate takes too long.
 */
export async function countInTime(audience: Addressed, patienceMs = PATIENCE_MS): Promise<CountInTime> {
  const { projectId, audienceType, segmentId } = audience
  if (audienceType === 'SEGMENT' && (await isLargeProject(projectId))) {
    const segment = await findSegment({ projectId, segmentId: segmentId ?? '' })
    if (areMembersStored(segment)) return countStoredMembers(audience, segment)
  }
  try {
    return { counted: await countAudience(audience, patienceMs), isExact: true }
  } catch (error) {
    if (!isTooSlow(error)) throw error
    return { counted: await estimateAudience(audience), isExact: false }
  }
}
