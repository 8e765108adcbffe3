import { ownershipRecord, recordKey, type SenderRecord } from '../../../models/domain/sender-records.js'
import type { SenderIdentities, SenderIdentity } from '../../../models/domain/sender-identities.js'
import type { DnsZone, ProvableDomain, StoredAnswer } from '../../../models/sender-domain.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { findRecords, type RecordFindings } from './find-records.js'
import { registerIdentity, type IdentityFields } from './identities.js'
import { mayAskProvider } from './limit-requests.js'
import { recordsOf } from './records-of.js'
import { lookUpZone } from './look-up-zone.js'
import type { DomainSetup } from './setup.js'

/** The findings of a check of a domain in DNS and at the provider. */
export interface DomainFindings {
  /** Whether the project has proved its ownership of the domain, and mail from the domain can be signed. */
  isProved: boolean
  /** Whether the provider has stopped looking for the records. */
  hasGivenUp: boolean
  /** The keys of the records that are in DNS. Where DNS does not answer for a record, the last check decides. */
  found: string[]
  identity: IdentityFields
}

/** What DNS answered for the records of a domain that were not found, and its zone. */
export interface DnsObservation {
  answers: StoredAnswer[]
  zone: DnsZone | null
}

/** What DNS answered, and the findings of the check; null when DNS does not answer for a record that decides. */
export interface DomainLookUp {
  observation: DnsObservation
  findings: DomainFindings | null
}

/**
 * Looks for the records of a domain. Returns null for a requested check (`isForced`) that exceeds the limit of
 * `mayAskProvider`. The provider accepts few calls a second: it is asked only about domains whose ownership record is
 * in DNS, and about domains that must be registered. Throws SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function lookForRecords(
  domain: ProvableDomain,
  setup: DomainSetup,
  isForced: boolean,
): Promise<DomainLookUp | null> {
  const records = await recordsOf(domain, setup)
  const { zone, findings: recordFindings } = await lookUpZone(domain, records, {
    setup,
    findings: await findRecords(records, setup),
  })
  const found = foundAmong(records, recordFindings, domain)
  const observation: DnsObservation = { zone, answers: answersFor(recordFindings, found) }
  const hasOwnershipRecord = isThere(ownershipRecord(domain.domain, domain.ownershipToken), recordFindings)
  if (hasOwnershipRecord === null) return { observation, findings: null }
  const { identities } = setup
  const { dkimTokens, mailFromDomain, hasMadeIdentity } = domain
  const identity = { dkimTokens, mailFromDomain, hasMadeIdentity }
  const findings: DomainFindings = { isProved: false, hasGivenUp: false, found, identity }
  if (!identities) {
    const isSigned = anyOf(records, recordFindings)
    if (hasOwnershipRecord && isSigned === null) return { observation, findings: null }
    return { observation, findings: { ...findings, isProved: hasOwnershipRecord && isSigned === true } }
  }
  if (!hasOwnershipRecord && dkimTokens.length > 0) return { observation, findings }
  if (isForced && !(await mayAskProvider(domain.projectId))) return null
  const { registered, fields } = await askProvider(domain, identities, setup, isForced)
  const isProved = hasOwnershipRecord && registered.isVerified
  return {
    observation,
    findings: { ...findings, isProved, hasGivenUp: registered.dkim === 'FAILED', identity: fields },
  }
}

function isThere(record: SenderRecord, recordFindings: RecordFindings): boolean | null {
  return recordFindings.get(recordKey(record))?.isFound ?? null
}

function answersFor(recordFindings: RecordFindings, found: readonly string[]): StoredAnswer[] {
  const at = databaseNow()
  return [...recordFindings].flatMap(([key, { answer }]) =>
    answer && !found.includes(key) ? [{ ...answer, key, at }] : [],
  )
}

// During a rotation there are two keys. The record of either one proves that we may sign.
function anyOf(records: readonly SenderRecord[], recordFindings: RecordFindings): boolean | null {
  const keys = records.filter(({ purpose }) => purpose === 'DKIM').map((record) => isThere(record, recordFindings))
  if (keys.includes(true)) return true
  return keys.includes(null) ? null : false
}

function foundAmong(
  records: readonly SenderRecord[],
  recordFindings: RecordFindings,
  { found }: ProvableDomain,
): string[] {
  return records.map(recordKey).filter((key) => recordFindings.get(key)?.isFound ?? found.includes(key))
}

async function askProvider(
  domain: ProvableDomain,
  identities: SenderIdentities,
  setup: DomainSetup,
  isForced: boolean,
): Promise<{ registered: SenderIdentity; fields: IdentityFields }> {
  const before = await identities.find(domain.domain, domain.projectId)
  // The identity may be missing, because the process that added the domain died or an operator removed it at the
  // provider. The provider stops looking for records after a time; a person who requests a check has added them now.
  const isToRegister = !before || domain.dkimTokens.length === 0 || (isForced && before.dkim === 'FAILED')
  const identity = isToRegister ? await registerIdentity(domain, identities, setup) : { ...before, isMade: false }
  const { dkimTokens, mailFrom, isMade } = identity
  const hasMadeIdentity = domain.hasMadeIdentity || isMade
  return { registered: identity, fields: { dkimTokens, mailFromDomain: mailFrom?.domain ?? null, hasMadeIdentity } }
}
