import { isAbandoned } from '../../models/domain/check-times.js'
import { SenderDomain, type SenderDomainRecord } from '../../models/sender-domain.js'
import { mapConcurrent } from '../../runtime/concurrency/map-concurrent.js'
import { checkDomain, postponeCheck } from './check-domain.js'
import { dropDomain } from './remove-domain.js'
import type { DomainSetup } from './setup.js'

const SLICE = 20
const CONCURRENCY = 10

/** What a slice of a round of checks came to. */
export interface RecheckedSlice {
  checked: number
  verified: number
  /** Domains that could not be checked; a later round tries again. */
  failed: number
  /** The place of the last domain of the slice; null when there are no more. */
  after: string | null
}

/**
 * Checks the domains of all projects that are due in a round, the longest waiting first, each once for the round; those
 * that were never verified in 14 days are dropped.
 */
export async function recheckDomains(
  { round, after }: { round: Date; after: string | null },
  setup: DomainSetup,
  onFailure: (domainId: string, error: unknown) => void,
): Promise<RecheckedSlice> {
  const due = await findDue(round, after)
  let [verified, failed] = [0, 0]
  await mapConcurrent(due, CONCURRENCY, async (domain) => {
    try {
      const checked = await checkDomain(domain, setup, round)
      if (checked.verified) verified += 1
      if (isAbandoned(checked, round)) await dropDomain(checked, setup)
    } catch (error) {
      failed += 1
      onFailure(domain._id, error)
      await postponeCheck(domain, round)
    }
  })
  const last = due.length < SLICE ? undefined : due.at(-1)
  return { checked: due.length, verified, failed, after: last ? placeOf(last) : null }
}

async function findDue(round: Date, after: string | null): Promise<SenderDomainRecord[]> {
  const [ms, id] = (after ?? '').split('/')
  const from = new Date(Number(ms))
  const isAfter = { $or: [{ nextCheckAt: { $gt: from } }, { _id: { $gt: id } }] }
  const within = after === null ? { $lte: round } : { $gte: from, $lte: round }
  return SenderDomain.find({ nextCheckAt: within, ...(after === null ? {} : isAfter) })
    .sort({ nextCheckAt: 1, _id: 1 })
    .limit(SLICE)
    .lean()
}

function placeOf({ nextCheckAt, _id }: SenderDomainRecord): string {
  return `${nextCheckAt?.getTime() ?? 0}/${_id}`
}
