import type { Config } from '../../../runtime/config.js'
import { createDns } from '../../../runtime/dns/resolver.js'
import { createDomainLists, type DomainLists } from './domain-lists.js'
import { createMailDomains, type MailDomains } from './mail-domains.js'

/** The sources that the verification of addresses asks. */
export interface AddressSources {
  lists: DomainLists
  domains: MailDomains
}

// All DNS queries about a domain run at the same time, so that this is the limit for all of them.
const DNS_LIMIT_MS = 3_000

/** Creates the sources by the settings; `dnsLimitMs` is the time for all DNS queries about a domain. */
export function createAddressSources(
  { DNS_SERVERS }: Pick<Config, 'DNS_SERVERS'>,
  dnsLimitMs = DNS_LIMIT_MS,
): AddressSources {
  const dns = createDns({ servers: DNS_SERVERS, timeoutMs: dnsLimitMs })
  return { lists: createDomainLists(), domains: createMailDomains(dns) }
}
