import type { ContactFilter } from '../../models/bulk-job.js'
import { allOf, anyOf, type MongoFilter } from '../../models/domain/conditions/mongo-filter.js'
import { beginningWith, prefixesOf } from '../address-prefix.js'
import { addressContaining } from '../address-spellings.js'
import { membersOf } from '../campaigns/audience.js'
import { findSegment } from '../segments/find-segment.js'
import { requireReferences } from '../segments/segment-references.js'

/**
 * The query for the contacts that a filter selects at this moment: those that meet all its parts. Throws
 * RESOURCE_NOT_FOUND when a segment is gone, CAMPAIGN_NOT_FOUND for a campaign, and BAD_REQUEST for a condition that is
 * too large.
 */
export async function selectedContacts(projectId: string, filter: ContactFilter): Promise<MongoFilter> {
  const { search, match, subscribed, segmentId = null, condition = null } = filter
  const audience = { projectId, segmentId, audienceCondition: condition }
  return allOf([
    { projectId, ...(subscribed === undefined ? {} : { subscribed }) },
    ...(search ? [searched(search, match)] : []),
    ...(segmentId === null ? [] : [await membersOf({ ...audience, audienceType: 'SEGMENT' })]),
    ...(condition === null ? [] : [await membersOf({ ...audience, audienceType: 'FILTERED' })]),
  ])
}

/**
 * Checks what a filter of a request refers to; `path` leads to the filter in the request. Throws RESOURCE_NOT_FOUND for
 * an unknown segment, and VALIDATION_ERROR with the path of what the condition refers to and does not exist.
 */
export async function requireSelectable(
  projectId: string,
  { segmentId, condition }: Pick<ContactFilter, 'segmentId' | 'condition'>,
  path = '',
): Promise<void> {
  if (segmentId !== undefined) await findSegment({ projectId, segmentId })
  if (condition) await requireReferences({ projectId, condition, field: `${path}condition` })
}

function searched(search: string, match: ContactFilter['match']): MongoFilter {
  if (match !== 'prefix') return { email: addressContaining(search) }
  const { addresses, domains } = prefixesOf(search)
  return anyOf([
    ...(addresses.length > 0 ? [beginningWith('email', addresses)] : []),
    ...(domains.length > 0 ? [beginningWith('domain', domains)] : []),
  ])
}
