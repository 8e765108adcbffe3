import { domainToASCII } from 'node:url'
import { domainOf } from '../../../models/domain/addresses.js'
import { acrossProjects } from '../../../models/owned-model.js'
import { SenderDomain } from '../../../models/sender-domain.js'

const MAX_OWNERS = 1_000

/**
 * The projects that have verified the domains of the recipients, or that the operator allowed these domains, each with
 * its recipients. A domain whose DNS records are not verified yet gets no mail.
 */
export async function findOwners(recipients: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const domains = [...new Set(recipients.map(asciiDomain))]
  if (domains.length === 0) return new Map()
  const owned = acrossProjects({ domain: { $in: domains }, verified: true }, 'an address does not identify its project')
  const found = await SenderDomain.find(owned, { projectId: 1, domain: 1 }).limit(MAX_OWNERS).lean()
  const owners = new Map<string, string[]>()
  for (const { projectId, domain } of found) {
    const ofDomain = recipients.filter((recipient) => asciiDomain(recipient) === domain)
    owners.set(projectId, [...new Set([...(owners.get(projectId) ?? []), ...ofDomain])])
  }
  return owners
}

function asciiDomain(address: string): string {
  return domainToASCII(domainOf(address).toLowerCase())
}
