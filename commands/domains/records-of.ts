import { ownRecords, recordKey, sesRecords, type SenderRecord } from '../../models/domain/sender-records.js'
import type { SenderDomainRecord } from '../../models/sender-domain.js'
import { dkimRecordsOf, findDkimKeys } from './dkim-keys.js'
import { mailFromDomainOf, type DomainSetup } from './setup.js'

/** A sender domain with the records that it needs, and whether the last check found each. */
export interface DescribedDomain {
  domain: SenderDomainRecord
  records: (SenderRecord & { verified: boolean })[]
}

/** The records of a domain in DNS; none of one that the operator has allowed. */
export async function recordsOf(
  { projectId, domain, status, dkimTokens }: SenderDomainRecord,
  setup: DomainSetup,
): Promise<SenderRecord[]> {
  if (status === undefined) return []
  const { identities } = setup
  if (!identities) return ownRecords(domain, dkimRecordsOf(await findDkimKeys({ projectId, domain })))
  const { feedbackHost } = identities
  return sesRecords(domain, { dkimTokens, mailFromDomain: mailFromDomainOf(domain, setup), feedbackHost })
}

/** A domain as the API shows it. */
export async function describeDomain(domain: SenderDomainRecord, setup: DomainSetup): Promise<DescribedDomain> {
  const found = new Set(domain.found)
  const records = await recordsOf(domain, setup)
  return { domain, records: records.map((record) => ({ ...record, verified: found.has(recordKey(record)) })) }
}
