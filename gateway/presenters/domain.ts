import type { z } from 'zod'
import type { DescribedDomain, DescribedRecord } from '../../commands/sending/domains/records-of.js'
import type { DomainResponse } from '../schemas/domain.js'

/** A sender domain as the API shows it. One that the operator has allowed is verified without records. */
export function presentDomain({ domain, records }: DescribedDomain): z.input<typeof DomainResponse> {
  return {
    id: domain._id,
    projectId: domain.projectId,
    domain: domain.domain,
    verified: domain.verified,
    status: domain.status ?? (domain.verified ? 'VERIFIED' : 'PENDING'),
    dkimTokens: domain.dkimTokens,
    records: records.map(presentRecord),
    zone: domain.zone,
    message: messageOf({ domain, records }),
    lastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
    createdAt: domain.createdAt.toISOString(),
    updatedAt: domain.updatedAt.toISOString(),
  }
}

function presentRecord({ answer, ...record }: DescribedRecord) {
  if (!answer) return { ...record, answer }
  const { kind, values, count, error, at } = answer
  return { ...record, answer: { kind, values, count, error, checkedAt: at.toISOString() } }
}

function messageOf({ domain: { domain, verified, isTaken, lastCheckedAt }, records }: DescribedDomain): string | null {
  if (isTaken) return `The domain ${domain} is already in use by another project`
  if (lastCheckedAt === null) return null
  const missing = records.find((record) => record.purpose === 'OWNERSHIP' && !record.verified)
  if (missing) return `DNS has no TXT record ${missing.name} with the value ${missing.value}`
  return verified ? null : 'The DKIM records were not found yet'
}
