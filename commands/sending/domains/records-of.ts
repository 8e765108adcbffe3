import {
  ownershipRecord,
  ownRecords,
  recordKey,
  sesRecords,
  type SenderRecord,
} from '../../../models/domain/sender-records.js'
import { isProvable, type SenderDomainRecord, type StoredAnswer } from '../../../models/sender-domain.js'
import { dkimRecordsOf, findDkimKeys } from './dkim-keys.js'
import type { DomainSetup } from './setup.js'

/** A record of a sender domain, and what the last check found. */
export interface DescribedRecord extends SenderRecord {
  verified: boolean
  /** What DNS has instead; null for a record that was found, or not looked for yet. */
  answer: StoredAnswer | null
}

/** A sender domain with the DNS records that it needs, and what the last check found of each of them. */
export interface DescribedDomain {
  domain: SenderDomainRecord
  records: DescribedRecord[]
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
  const described = records.map((record): DescribedRecord => {
    const key = recordKey(record)
    const answer = domain.answers.find((one) => one.key === key) ?? null
    return { ...record, verified: found.has(key), answer }
  })
  return { domain, records: described }
}
