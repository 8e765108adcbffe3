import type { Config } from '../../runtime/config.js'
import { createDns } from '../../runtime/dns/resolver.js'
import { createDomainLists, type DomainLists } from './domain-lists.js'
import { createMailDomains, type MailDomains } from './mail-domains.js'

/** What the verification of addresses asks. */
export interface AddressSources {
  lists: DomainLists
  domains: MailDomains
}

// All questions about a domain are asked at the same moment.
const DNS_LIMIT_MS = 3_000

/** The same by the settings; `dnsLimitMs` is the time for DNS in all. */
export function createAddressSources(
  { DNS_SERVERS }: Pick<Config, 'DNS_SERVERS'>,
  dnsLimitMs = DNS_LIMIT_MS,
): AddressSources {
  const dns = createDns({ servers: DNS_SERVERS, timeoutMs: dnsLimitMs })
  return { lists: createDomainLists(), domains: createMailDomains(dns) }
}
