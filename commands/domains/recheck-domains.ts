import { DOMAIN_STATUSES, SenderDomain } from '../../models/sender-domain.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { checkDomain } from './check-domain.js'
import type { DomainSetup } from './setup.js'

const SLICE = 50
const CONCURRENCY = 10

/** What a slice of a round of checks came to. */
export interface RecheckedSlice {
  checked: number
  verified: number
  /** Domains that could not be checked; another round tries again. */
  failed: number
  /** The last domain of the slice; null when there are no more. */
  after: string | null
}

/** Checks the next domains of all projects in a round, each once for the round. */
export async function recheckDomains(
  { round, after }: { round: Date; after: string | null },
  setup: DomainSetup,
  onFailure: (domainId: string, error: unknown) => void,
): Promise<RecheckedSlice> {
  const domains = await SenderDomain.find({
    status: { $in: [...DOMAIN_STATUSES] },
    ...(after === null ? {} : { _id: { $gt: after } }),
  })
    .sort({ _id: 1 })
    .limit(SLICE)
    .lean()
  const due = domains.filter((domain) => !domain.round || domain.round < round)
  let [verified, failed] = [0, 0]
  await mapConcurrent(due, CONCURRENCY, async (domain) => {
    try {
      if ((await checkDomain(domain, setup, round)).verified) verified += 1
    } catch (error) {
      failed += 1
      onFailure(domain._id, error)
    }
  })
  const isLast = domains.length < SLICE
  return { checked: due.length, verified, failed, after: isLast ? null : (domains.at(-1)?._id ?? null) }
}
