import { isAbandoned } from '../../../models/domain/check-times.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { SenderDomain, type SenderDomainRecord } from '../../../models/sender-domain.js'
import { checkDomain, postponeCheck } from './check-domain.js'
import { dropDomain } from './remove-domain.js'
import type { DomainSetup } from './setup.js'

const LISTED = 20

/**
 * The next domains of all projects that are due in a round, the longest due first. `after` is the place (`placeOf`) of
 * the last domain of the batch before. A checked domain is not due before the next round.
 */
export async function dueDomains(round: Date, after: string | null): Promise<SenderDomainRecord[]> {
  const [ms, id] = (after ?? '').split('/')
  const from = new Date(Number(ms))
  const isAfter = { $or: [{ nextCheckAt: { $gt: from } }, { _id: { $gt: id } }] }
  const within = after === null ? { $lte: round } : { $gte: from, $lte: round }
  const isDue = { nextCheckAt: within, ...(after === null ? {} : isAfter) }
  return SenderDomain.find(acrossProjects(isDue, 'a round over all projects'))
    .sort({ nextCheckAt: 1, _id: 1 })
    .limit(LISTED)
    .lean()
}

/**
 * Checks a domain in a round, and drops a domain that was not verified within 14 days. Throws the error of a failed
 * check; the domain is then due again in a later round.
 */
export async function recheckDomain(domain: SenderDomainRecord, setup: DomainSetup, round: Date) {
  try {
    const checked = await checkDomain(domain, setup, round)
    if (isAbandoned(checked, round)) await dropDomain(checked, setup)
    return { checked: 1, verified: checked.verified ? 1 : 0 }
  } catch (error) {
    await postponeCheck(domain, round)
    throw error
  }
}

/** The place of a domain in the order of `dueDomains`. */
export function placeOf({ nextCheckAt, _id }: SenderDomainRecord): string {
  return `${nextCheckAt?.getTime() ?? 0}/${_id}`
}
