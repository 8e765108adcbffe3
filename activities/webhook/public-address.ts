import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

// All other IPv6 addresses lie outside: loopback, link-local, unique local, multicast, IPv4-mapped and NAT64.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
// A public address by its number; on Azure it is the host of the machine.
const AZURE_HOST = '168.63.129.16'

/**
 * Whether an IP address belongs to a host on the Internet, rather than to this machine or a private network: one that
 * stands in none of IANA's registries of special-purpose addresses (RFC 6890). Addresses of 6to4 and of Teredo, which
 * contain an IPv4 address, are in these.
 */
export function isPublicAddress(text: string): boolean {
  // The package also reads short and octal forms, which neither a URL nor an answer of DNS has. A zone names a link.
  if (isIP(text) === 0 || text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 ? text !== AZURE_HOST : address.match(GLOBAL_UNICAST)
}
