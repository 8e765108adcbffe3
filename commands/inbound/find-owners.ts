import { domainToASCII } from 'node:url'
import { domainOf } from '../../models/domain/addresses.js'
import { SenderDomain } from '../../models/sender-domain.js'

const MAX_OWNERS = 1_000

/**
 * The projects that have verified the domains of recipients, or were allowed them by the operator, each with its
 * recipients. A domain that waits for its records gets nothing. A recipient's address says nothing of a project, so
 * that this look-up crosses all.
 */
export async function findOwners(recipients: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const domains = [...new Set(recipients.map(asciiDomain))]
  if (domains.length === 0) return new Map()
  const found = await SenderDomain.find({ domain: { $in: domains }, verified: true }, { projectId: 1, domain: 1 })
    .limit(MAX_OWNERS)
    .lean()
  const owners = new Map<string, string[]>()
  for (const { projectId, domain } of found) {
    const own = recipients.filter((recipient) => asciiDomain(recipient) === domain)
    owners.set(projectId, [...new Set([...(owners.get(projectId) ?? []), ...own])])
  }
  return owners
}

function asciiDomain(address: string): string {
  return domainToASCII(domainOf(address).toLowerCase())
}
