import { LASTING_STATUSES, type EmailStatus } from '../../../models/domain/email-status.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import type { EmailFilter } from '../../../models/domain/email-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { countListed } from '../../base/listing/count-listed.js'
import { notOlderThan, olderThan } from '../../base/listing/newest-first.js'
import { scan } from '../../base/listing/scan.js'
import { searchedAddresses } from './search-emails.js'
import { planListing, type Index, type ListingPlan } from './plan-listing.js'

/** A query for one page of a project's emails, newest first. */
export interface EmailListing extends EmailFilter {
  projectId: string
  after: { sortValue: Date; id: string } | null
  limit: number
}

const MAX_SCANNED = 10_000
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const

/** A page of emails. The next page begins after the place `last`; null at the end of the list. */
export interface EmailPage {
  emails: EmailRecord[]
  last: Pick<EmailRecord, '_id' | 'createdAt'> | null
  total: number
}

/**
 * One page of a project's emails. The emails are counted for the first page alone (`countListed`). Where no index holds
 * just the emails of the list, a page scans a limited number of emails: it may be short or empty, and the next page
 * continues after the scanned ones. Throws VALIDATION_ERROR for filters that no index can answer together.
 */
export async function listEmails({ projectId, after, limit, ...filters }: EmailListing): Promise<EmailPage> {
  const { search } = filters
  const addresses = search === undefined ? null : await searchedAddresses(projectId, search)
  const plan = planListing(projectId, filters, addresses)
  const range = after ? olderThan(after) : {}
  const end = plan.isScanned ? await endOfScan(plan, range) : null
  const [found, total] = await Promise.all([
    // indexed: the index holds them in order, and a scanned one is read up to `end`.
    Email.find(anyOf(plan, [range, ...(end ? [notOlderThan({ sortValue: end.createdAt, id: end._id })] : [])]))
      .sort(NEWEST_FIRST)
      .limit(limit + 1)
      .hint(plan.hint)
      .lean(),
    after ? 0 : countEmails(projectId, plan, filters.statuses),
  ])
  const emails = found.slice(0, limit)
  const last = found.length > limit ? (emails.at(-1) ?? null) : end
  return { emails, last, total }
}

/** The filter for the emails of a list that also meet `all`. */
export function anyOf({ filters, scanned }: ListingPlan, all: readonly object[]): OwnedQuery {
  const [filter = scanned, ...others] = filters
  if (others.length === 0) return { $and: [filter, ...all] }
  return { $or: filters.map((each) => ({ $and: [each, ...all] })) }
}

/** The last email that a scan reaches; null when the scan reaches the end of the list. */
async function endOfScan(
  { scanned, hint }: ListingPlan,
  range: object,
): Promise<Pick<EmailRecord, '_id' | 'createdAt'> | null> {
  // indexed: it passes over MAX_SCANNED entries of the index.
  return Email.findOne({ $and: [scanned, range] }, { createdAt: 1 })
    .sort(NEWEST_FIRST)
    .skip(MAX_SCANNED - 1)
    .hint(hint)
    .lean()
}

async function countEmails(
  projectId: string,
  plan: ListingPlan,
  statuses: readonly EmailStatus[] = [],
): Promise<number> {
  const { filters, hint, isScanned, scanned, hintOfLasting, searched } = plan
  const [filter = scanned] = filters
  if (searched) return countLatest(projectId, plan, searched)
  if (!isScanned && statuses.length === 0) return countListed(projectId, Email, filter, { hint })
  if (!isScanned) return countByStatus(projectId, scanned, statuses, hint)
  if (hintOfLasting === null) return countLatest(projectId, plan, filter)
  const lasting = statuses.filter((status) => LASTING_STATUSES.includes(status))
  const counted = await countByStatus(projectId, scanned, lasting, hintOfLasting)
  const sending = await countLatest(projectId, plan, { status: 'SENDING' })
  const withSending = counted + (statuses.includes('SENDING') ? sending : 0)
  if (!statuses.includes('SENT')) return withSending
  const all = await countListed(projectId, Email, scanned, { hint })
  return (
    withSending +
    Math.max(0, all - sending - (await countByStatus(projectId, scanned, LASTING_STATUSES, hintOfLasting)))
  )
}

async function countByStatus(
  projectId: string,
  scanned: OwnedQuery,
  statuses: readonly EmailStatus[],
  hint: Index,
): Promise<number> {
  const counts = await Promise.all(
    statuses.map((status) => countListed(projectId, Email, { ...scanned, listedStatus: status }, { hint })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The number of emails that meet a filter among the latest that a scan reaches. */
async function countLatest(projectId: string, { scanned, hint }: ListingPlan, filter: object): Promise<number> {
  const [counted] = await scan(projectId, (limits) =>
    Email.aggregate<{ count: number }>([
      { $match: scanned },
      { $sort: NEWEST_FIRST },
      { $limit: MAX_SCANNED },
      { $match: filter },
      { $count: 'count' },
    ])
      .option({ ...limits, hint })
      .exec(),
  )
  return counted?.count ?? 0
}
