import type { z } from 'zod'
import type { DescribedDomain } from '../../commands/domains/records-of.js'
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
    records,
    lastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
    createdAt: domain.createdAt.toISOString(),
    updatedAt: domain.updatedAt.toISOString(),
  }
}
