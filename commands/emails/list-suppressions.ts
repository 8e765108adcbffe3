import { containing } from '../../models/domain/text-pattern.js'
import { Suppression, type SuppressionRecord } from '../../models/suppression.js'

/** Which suppressed addresses of a project, newest first, where the page starts and how many of them. */
export interface SuppressionListing {
  projectId: string
  /** A part of the address. */
  search?: string | undefined
  after: { sortValue: Date; id: string } | null
  limit: number
}

/** A list says how many there are up to this number, because counting looks at each. */
const MAX_TOTAL = 1_000_000

/** One page of a project's suppressed addresses; they are counted on the first page alone, up to a million. */
export async function listSuppressions({
  projectId,
  search,
  after,
  limit,
}: SuppressionListing): Promise<{ suppressions: SuppressionRecord[]; hasMore: boolean; total: number }> {
  const filter = { projectId, ...(search ? { email: containing(search) } : {}) }
  const [found, total] = await Promise.all([
    Suppression.find({ ...filter, ...(after ? before(after) : {}) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean(),
    after ? 0 : Suppression.countDocuments(filter).limit(MAX_TOTAL),
  ])
  return { suppressions: found.slice(0, limit), hasMore: found.length > limit, total }
}

function before({ sortValue, id }: { sortValue: Date; id: string }) {
  // The first bound is the one that an index can use.
  return { createdAt: { $lte: sortValue }, $or: [{ createdAt: { $lt: sortValue } }, { _id: { $lt: id } }] }
}
