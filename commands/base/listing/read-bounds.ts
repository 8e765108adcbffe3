/**
 * How many contacts a request reads at most, as documents and as entries of an index. A request that would have to look
 * at more tells how far it got, or estimates.
 */
export const MAX_READ = 10_000

/**
 * How many contacts a request goes through for those that meet a condition which no index has. It reads them as
 * documents, and the entries of the index once more to find where it stopped.
 */
export const WALKED = 3_400

/** How many contacts that an index selects in another order a request reads to sort them. */
export const SORTED = 2_500
