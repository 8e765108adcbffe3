import { parse } from 'tldts'
import { nameServersOf } from '../../../models/domain/record-answers.js'
import type { DnsZone } from '../../../models/sender-domain.js'
import { DnsUnavailableError, type Dns } from '../../../runtime/dns/resolver.js'

/**
 * The zone of DNS that a domain belongs to: the nearest name at or above it that has name servers. Names above the one
 * that was registered belong to others and are not asked for. Null when none is found, or DNS does not answer.
 */
export async function findZone(domain: string, dns: Dns): Promise<DnsZone | null> {
  try {
    for (const name of namesFrom(domain)) {
      // A name below is asked for first, and its zone is mostly the second: one after the other costs least.
      const nameServers = (await dns.nameServers(name)) ?? []
      if (nameServers.length > 0) return { name, nameServers: nameServersOf(nameServers) }
    }
    return null
  } catch (error) {
    if (error instanceof DnsUnavailableError) return null
    throw error
  }
}

function namesFrom(domain: string): string[] {
  const registered = parse(domain, { allowPrivateDomains: true }).domain ?? domain
  const above = domain.slice(0, -registered.length).split('.').filter(Boolean)
  return [...above.map((_, index) => [...above.slice(index), registered].join('.')), registered]
}
