import { ownershipRecord, recordKey, type SenderRecord } from '../../models/domain/sender-records.js'
import type { SenderIdentities, SenderIdentity } from '../../models/domain/sender-identities.js'
import type { ProvableDomain } from '../../models/sender-domain.js'
import { findRecords, type FoundRecords } from './find-records.js'
import { registerIdentity, type IdentityFields } from './identities.js'
import { mayAskProvider } from './limit-requests.js'
import { recordsOf } from './records-of.js'
import type { DomainSetup } from './setup.js'

/** What DNS and the provider say of a domain. */
export interface Seen {
  /** Whether the project has shown that the domain is its own, and its mail can be signed. */
  isProved: boolean
  /** Whether the provider no longer looks for the records. */
  hasGivenUp: boolean
  /** The keys of the records that are in DNS, and of those that were before where DNS does not answer. */
  found: string[]
  identity: IdentityFields
}

/**
 * Looks for the records of a domain; null when DNS does not answer for one that decides, and for a check that somebody
 * asks for, `isForced`, beyond what `mayAskProvider` allows. The provider takes few calls a second, and is asked only
 * about domains whose ownership record is there, and those that have to be registered. Throws SERVICE_UNAVAILABLE when
 * the provider does not answer.
 */
export async function lookForRecords(
  domain: ProvableDomain,
  setup: DomainSetup,
  isForced: boolean,
): Promise<Seen | null> {
  const { identities } = setup
  const records = await recordsOf(domain, setup)
  const answers = await findRecords(records, setup)
  const isOwn = answers.get(recordKey(ownershipRecord(domain.domain, domain.ownershipToken))) ?? null
  if (isOwn === null) return null
  const { dkimTokens, mailFromDomain, hasMadeIdentity } = domain
  const found = foundAmong(records, answers, domain)
  const identity = { dkimTokens, mailFromDomain, hasMadeIdentity }
  const seen: Seen = { isProved: false, hasGivenUp: false, found, identity }
  if (!identities) {
    const isSigned = anyOf(records, answers)
    return isOwn && isSigned === null ? null : { ...seen, isProved: isOwn && isSigned === true }
  }
  if (!isOwn && dkimTokens.length > 0) return seen
  if (isForced && !(await mayAskProvider(domain.projectId))) return null
  const { known, fields } = await askProvider(domain, identities, setup, isForced)
  return { ...seen, isProved: isOwn && known.isVerified, hasGivenUp: known.dkim === 'FAILED', identity: fields }
}

// While one key replaces another, either proves that we may sign.
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
): Promise<{ known: SenderIdentity; fields: IdentityFields }> {
  const before = await identities.find(domain.domain, domain.projectId)
  // The process that added it may have died, somebody may have removed it at the provider, and the provider gives up
  // looking for records after a time: who asks for a check has added them now.
  const isToRegister = !before || domain.dkimTokens.length === 0 || (isForced && before.dkim === 'FAILED')
  const registered = isToRegister ? await registerIdentity(domain, identities, setup) : { ...before, isMade: false }
  const { dkimTokens, mailFrom, isMade } = registered
  const hasMadeIdentity = domain.hasMadeIdentity || isMade
  return { known: registered, fields: { dkimTokens, mailFromDomain: mailFrom?.domain ?? null, hasMadeIdentity } }
}
