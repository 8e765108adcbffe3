import {
  ownershipRecord,
  ownRecords,
  recordKey,
  sesRecords,
  type SenderRecord,
} from '../../models/domain/sender-records.js'
import { isProvable, type SenderDomainRecord } from '../../models/sender-domain.js'
import { dkimRecordsOf, findDkimKeys } from './dkim-keys.js'
import type { DomainSetup } from './setup.js'

/** A sender domain with the DNS records that it needs, and whether the last check found each of them. */
export interface DescribedDomain {
  domain: SenderDomainRecord
  records: (SenderRecord & { verified: boolean })[]
}

/** The DNS records that a domain needs. A domain that the operator has allowed needs none. */
export async function recordsOf(row: SenderDomainRecord, setup: DomainSetup): Promise<SenderRecord[]> {
  if (!isProvable(row)) return []
  const { projectId, domain, ownershipToken, dkimTokens, mailFromDomain } = row
  const { identities } = setup
  const others = identities
    ? sesRecords(domain, { dkimTokens, mailFromDomain, feedbackHost: identities.feedbackHost })
    : ownRecords(domain, dkimRecordsOf(await findDkimKeys({ projectId, domain })))
  return [ownershipRecord(domain, ownershipToken), ...others]
}

/** A domain as the API shows it. */
export async function describeDomain(domain: SenderDomainRecord, setup: DomainSetup): Promise<DescribedDomain> {
  const found = new Set(domain.found)
  const records = await recordsOf(domain, setup)
  return { domain, records: records.map((record) => ({ ...record, verified: found.has(recordKey(record)) })) }
}
