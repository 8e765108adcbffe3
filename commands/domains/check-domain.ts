import { recordKey } from '../../models/domain/sender-records.js'
import { SenderDomain, type DomainStatus, type SenderDomainRecord } from '../../models/sender-domain.js'
import { DnsUnavailableError } from '../../runtime/dns/resolver.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { findRecords } from './find-records.js'
import { recordsOf } from './records-of.js'
import { mailFromDomainOf, type DomainSetup } from './setup.js'

// A change of name servers, or a mistake that is noticed soon, shall not stop mail.
const MISSES_UNTIL_LOST = 3

/** What DNS and the provider say of a domain. */
interface Seen {
  isVerified: boolean
  /** Whether the provider no longer looks for the records. */
  hasGivenUp: boolean
  dkimTokens: string[]
  /** Null when DNS did not answer. */
  found: string[] | null
}

/**
 * Checks a domain and returns it as it is then. A check of a round, `round`, counts a miss, once for each round; one that
 * somebody asks for counts none. Of two checks at the same moment the later one changes nothing. Where neither DNS nor the
 * provider answers, nothing is proved and nothing changes. A domain that the operator has allowed is not checked.
 */
export async function checkDomain(
  domain: SenderDomainRecord,
  setup: DomainSetup,
  round: Date | null = null,
): Promise<SenderDomainRecord> {
  if (domain.status === undefined) return domain
  const seen = await look(domain, setup, round === null)
  if (!seen) return domain
  const change = changeOf(domain, seen, round)
  try {
    return await store(domain, change)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another project has verified it first.
    return store(domain, { ...change, verified: false, status: 'FAILED' })
  }
}

type Change = Partial<SenderDomainRecord> & { verified: boolean; status: DomainStatus }

function changeOf(domain: SenderDomainRecord, seen: Seen, round: Date | null): Change {
  const { dkimTokens, hasGivenUp, isVerified, found } = seen
  const base = { dkimTokens, ...(found ? { found } : {}), lastCheckedAt: databaseNow(), ...(round ? { round } : {}) }
  if (isVerified) return { ...base, verified: true, status: 'VERIFIED', misses: 0 }
  if (!domain.verified) {
    const hasFailed = hasGivenUp || domain.status === 'FAILED'
    return { ...base, verified: false, status: hasFailed ? 'FAILED' : 'PENDING', misses: 0 }
  }
  const misses = round ? domain.misses + 1 : domain.misses
  const isLost = misses >= MISSES_UNTIL_LOST
  return { ...base, verified: !isLost, status: isLost ? 'FAILED' : 'VERIFIED', misses }
}

async function store(domain: SenderDomainRecord, change: Change): Promise<SenderDomainRecord> {
  const { _id, projectId, status, misses, round, lastCheckedAt } = domain
  const checked = await SenderDomain.findOneAndUpdate(
    { _id, projectId, status, misses, round, lastCheckedAt },
    { $set: change },
    { returnDocument: 'after' },
  ).lean()
  return checked ?? (await SenderDomain.findOne({ _id, projectId }).lean()) ?? domain
}

/** Null when nobody answers. */
async function look(domain: SenderDomainRecord, setup: DomainSetup, isForced: boolean): Promise<Seen | null> {
  const { identities } = setup
  if (!identities) return lookInDns(domain, setup)
  const { domain: name } = domain
  const known = await identities.find(name)
  // Somebody may have removed it at the provider, which gives up looking for records after a time: who asks for a check
  // has added them now.
  const isToRegister = !known || (isForced && known.dkim === 'FAILED')
  const identity = isToRegister ? await identities.register(name, mailFromDomainOf(name, setup)) : known
  const { isVerified, dkim, dkimTokens } = identity
  const found = await findOrNull({ ...domain, dkimTokens }, setup)
  return { isVerified, hasGivenUp: dkim === 'FAILED', dkimTokens, found: found && found.all }
}

async function lookInDns(domain: SenderDomainRecord, setup: DomainSetup): Promise<Seen | null> {
  const found = await findOrNull(domain, setup)
  if (!found) return null
  // While one key replaces another, either proves that the domain is ours.
  return { isVerified: found.required.length > 0, hasGivenUp: false, dkimTokens: [], found: found.all }
}

async function findOrNull(
  domain: SenderDomainRecord,
  setup: DomainSetup,
): Promise<{ all: string[]; required: string[] } | null> {
  try {
    const records = await recordsOf(domain, setup)
    const required = new Set(records.filter((record) => record.required).map(recordKey))
    const all = await findRecords(records, setup.dns)
    return { all, required: all.filter((key) => required.has(key)) }
  } catch (error) {
    if (error instanceof DnsUnavailableError) return null
    throw error
  }
}
