import { addressContaining } from '../../base/listing/address-spellings.js'
import { Suppression, type SuppressionRecord } from '../../../models/suppression.js'
import { countListed } from '../../base/listing/count-listed.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { inForce } from '../../audience/contacts/suppressions-in-force.js'
import { olderThan } from '../../base/listing/newest-first.js'
import { scanIf } from '../../base/listing/scan.js'

const COUNTED_FOR_MS = 10_000

/** A query for one page of a project's suppressed addresses, newest first. */
export interface SuppressionListing {
  projectId: string
  /** A part of the address. */
  search?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** One page of a project's suppressed addresses. The addresses are counted for the first page alone (`countListed`). */
export async function listSuppressions({
  projectId,
  search,
  after,
  limit,
}: SuppressionListing): Promise<{ suppressions: SuppressionRecord[]; hasMore: boolean; total: number }> {
  const filter = { projectId, ...(search ? { email: addressContaining(search) } : {}) }
  // No index has a part of an address.
  const isScan = Boolean(search)
  const now = databaseNow().getTime()
  // `countListed` caches a count by its filter, so that the time in the filter is rounded.
  const counted = inForce(new Date(Math.ceil(now / COUNTED_FOR_MS) * COUNTED_FOR_MS))
  const [found, total] = await Promise.all([
    scanIf(isScan, projectId, (limits) =>
      Suppression.find({ ...filter, ...inForce(new Date(now)), ...(after ? olderThan(after) : {}) }, null, limits)
        .sort({ createdAt: -1, _id: -1 })
        .limit(limit + 1)
        .lean(),
    ),
    after ? 0 : countListed(projectId, Suppression, { ...filter, ...counted }, { isScan }),
  ])
  return { suppressions: found.slice(0, limit), hasMore: found.length > limit, total }
}
