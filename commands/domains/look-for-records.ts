import { ownershipRecord, recordKey, type SenderRecord } from '../../models/domain/sender-records.js'
import type { SenderIdentities, SenderIdentity } from '../../models/domain/sender-identities.js'
import type { ProvableDomain } from '../../models/sender-domain.js'
import { findRecords, type FoundRecords } from './find-records.js'
import { registerIdentity, type IdentityFields } from './identities.js'
import { mayAskProvider } from './limit-requests.js'
import { recordsOf } from './records-of.js'
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

/**
 * Looks for the records of a domain. Returns null when DNS does not answer for a record that decides, and for a
 * requested check (`isForced`) that exceeds the limit of `mayAskProvider`. The provider accepts few calls a second: it
 * is asked only about domains whose ownership record is in DNS, and about domains that must be registered. Throws
 * SERVICE_UNAVAILABLE when the provider does not answer.
 */
export async function lookForRecords(
  domain: ProvableDomain,
  setup: DomainSetup,
  isForced: boolean,
): Promise<DomainFindings | null> {
  const { identities } = setup
  const records = await recordsOf(domain, setup)
  const answers = await findRecords(records, setup)
  const hasOwnershipRecord = answers.get(recordKey(ownershipRecord(domain.domain, domain.ownershipToken))) ?? null
  if (hasOwnershipRecord === null) return null
  const { dkimTokens, mailFromDomain, hasMadeIdentity } = domain
  const found = foundAmong(records, answers, domain)
  const identity = { dkimTokens, mailFromDomain, hasMadeIdentity }
  const findings: DomainFindings = { isProved: false, hasGivenUp: false, found, identity }
  if (!identities) {
    const isSigned = anyOf(records, answers)
    return hasOwnershipRecord && isSigned === null
      ? null
      : { ...findings, isProved: hasOwnershipRecord && isSigned === true }
  }
  if (!hasOwnershipRecord && dkimTokens.length > 0) return findings
  if (isForced && !(await mayAskProvider(domain.projectId))) return null
  const { registered, fields } = await askProvider(domain, identities, setup, isForced)
  return {
    ...findings,
    isProved: hasOwnershipRecord && registered.isVerified,
    hasGivenUp: registered.dkim === 'FAILED',
    identity: fields,
  }
}

// During a rotation there are two keys. The record of either one proves that we may sign.
function anyOf(records: readonly SenderRecord[], answers: FoundRecords): boolean | null {
  const keys = records.filter(({ purpose }) => purpose === 'DKIM').map((record) => answers.get(recordKey(record)))
  if (keys.includes(true)) return true
  return keys.includes(null) ? null : false
}

function foundAmong(records: readonly SenderRecord[], answers: FoundRecords, { found }: ProvableDomain): string[] {
  return records.map(recordKey).filter((key) => answers.get(key) ?? found.includes(key))
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
