import { nextCheckOf } from '../../models/domain/check-times.js'
import {
  isProvable,
  SenderDomain,
  type DomainStatus,
  type ProvableDomain,
  type SenderDomainRecord,
} from '../../models/sender-domain.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { lookForRecords, type Seen } from './look-for-records.js'
import { isUsedByAnother } from './ownership.js'
import type { DomainSetup } from './setup.js'

// A change of name servers, or a mistake that is noticed soon, shall not stop mail.
const MISSES_UNTIL_LOST = 3

type Change = Partial<SenderDomainRecord>

/**
 * Checks a domain and returns it as it is then. A check of a round, `round`, counts a miss, once for each round; one
 * that somebody asks for counts none. Of two checks at the same moment the later one changes nothing. Where DNS does
 * not answer, nothing is proved and nothing changes but the time of the next check; nothing at all changes where
 * somebody has asked too often (`mayAskProvider`). A domain that the operator has allowed is not
 * checked. Throws SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function checkDomain(
  domain: SenderDomainRecord,
  setup: DomainSetup,
  round: Date | null = null,
): Promise<SenderDomainRecord> {
  if (!isProvable(domain)) return domain
  const seen = await lookForRecords(domain, setup, round === null)
  if (!seen) return round ? postponeCheck(domain, round) : domain
  // One that is verified stays so, whomever else the operator allows it to.
  const isTaken = !domain.verified && (await isUsedByAnother(domain))
  try {
    return await store(domain, changeOf(domain, { ...seen, isTaken }, round))
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another project has verified it first.
    return store(domain, changeOf(domain, { ...seen, isTaken: true }, round))
  }
}

/**
 * Leaves a domain that could not be checked in a round to a later one: one that is not verified waits as after a miss,
 * so that name servers which keep silent do not take the time of the others.
 */
export async function postponeCheck(domain: SenderDomainRecord, round: Date): Promise<SenderDomainRecord> {
  const misses = domain.verified ? domain.misses : domain.misses + 1
  return store(domain, { misses, nextCheckAt: nextCheckOf(round, { verified: domain.verified, misses }) })
}

function changeOf(domain: ProvableDomain, seen: Seen & { isTaken: boolean }, round: Date | null): Change {
  const { found, identity, isTaken } = seen
  const now = databaseNow()
  const base = { ...identity, found, isTaken, lastCheckedAt: now }
  if (seen.isProved && !isTaken) {
    const firstVerifiedAt = domain.firstVerifiedAt ?? now
    const soon = domain.verified ? domain.nextCheckAt : now
    const nextCheckAt = round ? nextCheckOf(round, { verified: true, misses: 0 }) : soon
    return { ...base, verified: true, status: 'VERIFIED', misses: 0, firstVerifiedAt, nextCheckAt }
  }
  return { ...base, ...(domain.verified ? missed(domain, round) : stillMissing(domain, seen, round)) }
}

function missed(domain: ProvableDomain, round: Date | null): Change {
  if (!round) return {}
  const misses = domain.misses + 1
  const isLost = misses >= MISSES_UNTIL_LOST
  const after = { verified: !isLost, misses: isLost ? 0 : misses }
  return { ...after, status: isLost ? 'FAILED' : 'VERIFIED', nextCheckAt: nextCheckOf(round, after) }
}

function stillMissing(
  domain: ProvableDomain,
  { hasGivenUp, isTaken }: Seen & { isTaken: boolean },
  round: Date | null,
) {
  const status: DomainStatus = hasGivenUp || isTaken || domain.status === 'FAILED' ? 'FAILED' : 'PENDING'
  // Who asks for a check has changed something now: the rounds look soon again.
  if (!round) return { status, misses: 0, nextCheckAt: databaseNow() }
  const misses = domain.misses + 1
  return { status, misses, nextCheckAt: nextCheckOf(round, { verified: false, misses }) }
}

async function store(domain: SenderDomainRecord, change: Change): Promise<SenderDomainRecord> {
  const { _id, projectId, status, misses, nextCheckAt, lastCheckedAt } = domain
  const checked = await SenderDomain.findOneAndUpdate(
    { _id, projectId, status, misses, nextCheckAt, lastCheckedAt },
    { $set: change },
    { returnDocument: 'after' },
  ).lean()
  return checked ?? (await SenderDomain.findOne({ _id, projectId }).lean()) ?? domain
}
