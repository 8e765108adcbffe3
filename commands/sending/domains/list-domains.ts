import { notFound } from '../../../models/domain/errors.js'
import { SenderDomain, type SenderDomainRecord } from '../../../models/sender-domain.js'
import { describeDomain, type DescribedDomain } from './records-of.js'
import type { DomainSetup } from './setup.js'

// The list has no pages, so that it ends here.
const MAX_LISTED = 1_000

/** The ids of a sender domain and its project. */
export interface DomainRef {
  projectId: string
  domainId: string
}

/** The domains of a project, newest first. */
export async function listDomains(projectId: string, setup: DomainSetup): Promise<DescribedDomain[]> {
  const domains = await SenderDomain.find({ projectId }).sort({ createdAt: -1, _id: -1 }).limit(MAX_LISTED).lean()
  return Promise.all(domains.map((domain) => describeDomain(domain, setup)))
}

/** Reads a domain. Throws RESOURCE_NOT_FOUND. */
export async function findDomain({ projectId, domainId }: DomainRef): Promise<SenderDomainRecord> {
  const domain = await SenderDomain.findOne({ _id: domainId, projectId }).lean()
  if (!domain) throw notFound('domain', domainId)
  return domain
}
