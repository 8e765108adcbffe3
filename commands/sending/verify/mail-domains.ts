import { LRUCache } from 'lru-cache'
import type { MailDomain } from '../../../models/domain/verification/verdict.js'
import { DnsUnavailableError, type Dns, type HostAddress } from '../../../runtime/dns/resolver.js'

const MAX_KEPT = 10_000
const LONGEST_KEPT_SECONDS = 3_600
// For answers without a time to live.
const USUALLY_KEPT_SECONDS = 300

/** Finds what DNS says about the domains of addresses. */
export interface MailDomains {
  /** Null when DNS gives no answer in time. */
  find(domain: string): Promise<MailDomain | null>
}

/**
 * Asks DNS about domains, and caches each answer for as long as DNS allows, an hour at most. Concurrent calls for one
 * domain share the queries. No host other than the DNS servers is contacted.
 */
export function createMailDomains(dns: Dns): MailDomains {
  const cache = new LRUCache<string, MailDomain>({
    max: MAX_KEPT,
    ignoreFetchAbort: true,
    fetchMethod: async (domain, _stale, { options }) => {
      const { found, ttlSeconds } = await look(domain, dns)
      // A ttl of zero would keep the answer for ever.
      options.ttl = Math.max(1, Math.min(ttlSeconds, LONGEST_KEPT_SECONDS) * 1_000)
      return found
    },
  })
  return {
    async find(domain) {
      try {
        return (await cache.fetch(domain)) ?? null
      } catch (error) {
        if (error instanceof DnsUnavailableError) return null
        throw error
      }
    },
  }
}

async function look(domain: string, dns: Dns): Promise<{ found: MailDomain; ttlSeconds: number }> {
  const [exchangers, addresses, ofWebsite, nameServers, authority] = await Promise.all([
    dns.exchangers(domain),
    dns.addresses(domain),
    dns.addresses(`www.${domain}`),
    dns.nameServers(domain),
    dns.authority(domain),
  ])
  // RFC 7505: a single MX record with an empty name says that the domain accepts no mail.
  const isNullMx = exchangers?.length === 1 && exchangers[0]?.name === ''
  const hasMx = (exchangers?.length ?? 0) > 0 && !isNullMx
  const hasAddress = (addresses?.length ?? 0) > 0
  const exists = [exchangers, addresses, nameServers].some((answer) => answer !== null) || authority !== null
  return {
    found: {
      exists,
      hasMx,
      takesMail: hasMx || (!isNullMx && hasAddress),
      hasWebsite: hasAddress || (ofWebsite?.length ?? 0) > 0,
    },
    ttlSeconds: timeToLive([...(addresses ?? []), ...(ofWebsite ?? [])], authority?.negativeTtlSeconds),
  }
}

function timeToLive(addresses: readonly HostAddress[], negativeTtlSeconds = USUALLY_KEPT_SECONDS): number {
  return addresses.length === 0 ? negativeTtlSeconds : Math.min(...addresses.map(({ ttlSeconds }) => ttlSeconds))
}
