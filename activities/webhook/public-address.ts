import { BlockList, isIP, type IPVersion } from 'node:net'

type Subnet = readonly [address: string, prefix: number]

// IANA's registry of special-purpose addresses (RFC 6890), and multicast.
const SPECIAL_IPV4: readonly Subnet[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // A public address by its number; on Azure it is the host of the machine.
  ['168.63.129.16', 32],
]

// All other IPv6 addresses lie outside: loopback, link-local, unique local, multicast, IPv4-mapped and NAT64.
const GLOBAL_UNICAST: readonly Subnet[] = [['2000::', 3]]
const SPECIAL_IPV6: readonly Subnet[] = [
  // Includes Teredo, whose addresses contain an IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, whose addresses contain an IPv4 address as well.
  ['2002::', 16],
  ['3fff::', 20],
]

// Separate lists: a mixed list compares an IPv4 address with the subnets of IPv6 too.
const specialIpv4 = listOf(SPECIAL_IPV4, 'ipv4')
const globalIpv6 = listOf(GLOBAL_UNICAST, 'ipv6')
const specialIpv6 = listOf(SPECIAL_IPV6, 'ipv6')

/** Whether an IP address belongs to a host on the Internet, rather than to this machine or a private network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4')
    case 6:
      return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
    default:
      return false
  }
}

function listOf(subnets: readonly Subnet[], family: IPVersion): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, family)
  return list
}
