import type { ContactFilter } from '../../../models/bulk-job.js'
import { Contact } from '../../../models/contact.js'
import { allOf, anyOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { beginningWith, prefixesOf } from '../../base/listing/address-prefix.js'
import { addressContaining } from '../../base/listing/address-spellings.js'
import { membersOf } from './audience.js'
import { findSegment } from '../segments/find-segment.js'
import { requireReferences } from '../../base/references/segment-references.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { scan } from '../../base/listing/scan.js'
import { worded } from './by-words.js'
import { countSuppressed, keepSuppressed } from './by-suppression.js'
import { contactTotals } from './contact-totals.js'
import { RANDOM_PART_INDEX, randomPart } from './random-part.js'

/**
 * The contacts that a filter selects. No query tells whether an address is suppressed: where `isSuppressed` is set, the
 * reader of the query keeps those contacts alone (`keepSuppressed`).
 */
export interface SelectedContacts {
  query: OwnedQuery
  isSuppressed: boolean | undefined
}

/**
 * The contacts that a filter selects at this moment: those that meet all its parts. Throws RESOURCE_NOT_FOUND when a
 * segment is gone, CAMPAIGN_NOT_FOUND for a campaign, and BAD_REQUEST for a condition that is too large.
 */
export async function selectedContacts(projectId: string, filter: ContactFilter): Promise<SelectedContacts> {
  const { search, match, subscribed, snoozed, suppressed, importId, segmentId = null, condition = null } = filter
  const audience = { projectId, segmentId, audienceCondition: condition }
  const query = allOf([
    { projectId, ...(subscribed === undefined ? {} : { subscribed }) },
    ...(snoozed === undefined ? [] : [{ snoozedUntil: isPaused(snoozed) }]),
    // No index has the imports: the contacts are gone through, as for a condition.
    ...(importId === undefined ? [] : [{ importId }]),
    ...(search ? [searched(search, match)] : []),
    ...(segmentId === null ? [] : [await membersOf({ ...audience, audienceType: 'SEGMENT' })]),
    ...(condition === null ? [] : [await membersOf({ ...audience, audienceType: 'FILTERED' })]),
  ])
  return { query, isSuppressed: suppressed }
}

/**
 * The number of contacts that are selected now. Throws SERVICE_UNAVAILABLE when counting takes longer than `limitMs`.
 */
export async function countSelected(
  projectId: string,
  { query, isSuppressed }: SelectedContacts,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const deadline = Date.now() + limitMs
  const suppressed = isSuppressed === undefined ? 0 : await countSuppressed(projectId, query, { deadline })
  if (isSuppressed) return suppressed
  const all = await scan(projectId, (limits) => Contact.countDocuments(query, limits), deadline)
  // Contacts may change between the counts.
  return Math.max(0, all - suppressed)
}

/**
 * About how many contacts are selected now, without reading all contacts of a large project: exact up to `MAX_READ`
 * contacts, and above estimated from a random part of them.
 */
export async function estimateSelected(projectId: string, selected: SelectedContacts): Promise<number> {
  const { contacts } = await contactTotals(projectId)
  if (contacts <= MAX_READ) return countSelected(projectId, selected)
  const { query, isSuppressed } = selected
  const part = await randomPart(projectId)
  const [read, met] = await Promise.all([
    scan(projectId, (limits) => Contact.countDocuments(part, { ...limits, hint: RANDOM_PART_INDEX })),
    scan(projectId, (limits) =>
      Contact.find({ $and: [part, query] }, { email: 1 }, { ...limits, hint: RANDOM_PART_INDEX }).lean(),
    ),
  ])
  const kept = isSuppressed === undefined ? met : await keepSuppressed(projectId, met, isSuppressed)
  return Math.round((kept.length / Math.max(read, 1)) * contacts)
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

function isPaused(snoozed: boolean): MongoFilter {
  const later = { $gt: databaseNow() }
  return snoozed ? later : { $not: later }
}

function searched(search: string, match: ContactFilter['match']): MongoFilter {
  const names = worded(search) ?? []
  if (match !== 'prefix') return anyOf([{ email: addressContaining(search) }, names].flat())
  const { addresses, domains } = prefixesOf(search)
  return anyOf([
    ...[names].flat(),
    ...(addresses.length > 0 ? [beginningWith('email', addresses)] : []),
    ...(domains.length > 0 ? [beginningWith('domain', domains)] : []),
  ])
}
