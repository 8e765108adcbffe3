import type { ClientSession } from 'mongoose'
import { nextCheckOf } from '../../../models/domain/check-times.js'
import {
  isProvable,
  SenderDomain,
  type DomainStatus,
  type ProvableDomain,
  type SenderDomainRecord,
} from '../../../models/sender-domain.js'
import { newId } from '../../../runtime/ids.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { notify } from '../../base/notifications/notify.js'
import { lookForRecords, type DnsObservation, type DomainFindings } from './look-for-records.js'
import { isUsedByAnother } from './ownership.js'
import type { DomainSetup } from './setup.js'

// A change of name servers, or a mistake that is soon corrected, must not stop mail.
const MISSES_UNTIL_LOST = 3

type Change = Partial<SenderDomainRecord>

/**
 * Checks a domain and returns its new state. A check in a round counts a miss when records are missing, once for each
 * round. A check on request (`round` is null) counts no miss. Of two concurrent checks the later one changes nothing.
 * When DNS does not answer, only its answers are stored, and the time of the next check in a round. A request beyond
 * the limit of `mayAskProvider` changes nothing. A domain that the operator has allowed is not checked. Throws
 * SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function checkDomain(
  domain: SenderDomainRecord,
  setup: DomainSetup,
  round: Date | null = null,
): Promise<SenderDomainRecord> {
  if (!isProvable(domain)) return domain
  const lookUp = await lookForRecords(domain, setup, round === null)
  if (!lookUp) return domain
  const { findings, observation } = lookUp
  if (!findings) return storeObservation(domain, observation, round)
  // A verified domain stays verified even if the operator allows another project to use the domain.
  const isTaken = !domain.verified && (await isUsedByAnother(domain))
  try {
    return await store(domain, { ...observation, ...changeOf(domain, { ...findings, isTaken }, round) })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another project has verified the domain first.
    return store(domain, { ...observation, ...changeOf(domain, { ...findings, isTaken: true }, round) })
  }
}

/**
 * Postpones a domain that could not be checked in a round to a later round. A domain that is not verified waits as long
 * as after a miss, so that silent name servers do not take the time of other domains.
 */
export async function postponeCheck(domain: SenderDomainRecord, round: Date): Promise<SenderDomainRecord> {
  return store(domain, postponementOf(domain, round))
}

// The domain itself has not changed, and so its `updatedAt` stays unless a round goes by.
async function storeObservation(domain: SenderDomainRecord, observation: DnsObservation, round: Date | null) {
  if (round) return store(domain, { ...observation, ...postponementOf(domain, round) })
  return store(domain, { ...observation }, { timestamps: false })
}

function postponementOf({ verified, misses: before }: SenderDomainRecord, round: Date): Change {
  const misses = verified ? before : before + 1
  return { misses, nextCheckAt: nextCheckOf(round, { verified, misses }) }
}

function changeOf(domain: ProvableDomain, findings: DomainFindings & { isTaken: boolean }, round: Date | null): Change {
  const { found, identity, isTaken } = findings
  const now = databaseNow()
  const base = { ...identity, found, isTaken, lastCheckedAt: now }
  if (findings.isProved && !isTaken) {
    const firstVerifiedAt = domain.firstVerifiedAt ?? now
    const soon = domain.verified ? domain.nextCheckAt : now
    const nextCheckAt = round ? nextCheckOf(round, { verified: true, misses: 0 }) : soon
    return { ...base, verified: true, status: 'VERIFIED', misses: 0, firstVerifiedAt, nextCheckAt }
  }
  return {
    ...base,
    ...(domain.verified ? changeAfterMiss(domain, round) : changeOfUnverified(domain, findings, round)),
  }
}

function changeAfterMiss(domain: ProvableDomain, round: Date | null): Change {
  if (!round) return {}
  const misses = domain.misses + 1
  const isLost = misses >= MISSES_UNTIL_LOST
  const after = { verified: !isLost, misses: isLost ? 0 : misses }
  return { ...after, status: isLost ? 'FAILED' : 'VERIFIED', nextCheckAt: nextCheckOf(round, after) }
}

function changeOfUnverified(
  domain: ProvableDomain,
  { hasGivenUp, isTaken }: DomainFindings & { isTaken: boolean },
  round: Date | null,
) {
  const status: DomainStatus = hasGivenUp || isTaken || domain.status === 'FAILED' ? 'FAILED' : 'PENDING'
  // A person who requests a check has just changed something: the next round checks the domain again.
  if (!round) return { status, misses: 0, nextCheckAt: databaseNow() }
  const misses = domain.misses + 1
  return { status, misses, nextCheckAt: nextCheckOf(round, { verified: false, misses }) }
}

async function store(
  domain: SenderDomainRecord,
  change: Change,
  { timestamps = true }: { timestamps?: boolean } = {},
): Promise<SenderDomainRecord> {
  const { _id, projectId, status, misses, nextCheckAt, lastCheckedAt } = domain
  const asRead = { _id, projectId, status, misses, nextCheckAt, lastCheckedAt }
  const update = async (session: ClientSession | null = null): Promise<SenderDomainRecord | null> =>
    SenderDomain.findOneAndUpdate(asRead, { $set: change }, { returnDocument: 'after', timestamps, session }).lean()
  const isLost = domain.verified && change.verified === false
  const checked = isLost ? await inTransaction((session) => lose(domain, update, session)) : await update()
  return checked ?? (await SenderDomain.findOne({ _id, projectId }).lean()) ?? domain
}

/** Stores that a domain has lost its verification, and notifies the members. */
async function lose(
  { _id: domainId, projectId, domain: name }: SenderDomainRecord,
  update: (session: ClientSession) => Promise<SenderDomainRecord | null>,
  session: ClientSession,
): Promise<SenderDomainRecord | null> {
  const lost = await update(session)
  const about = { domainId, name }
  if (lost) await notify({ projectId, kind: 'DOMAIN_LOST', key: `domain-lost:${newId()}`, about }, session)
  return lost
}
