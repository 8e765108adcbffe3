const SITE_GROUPS = 3

/**
 * The network of one customer of an Internet provider: an IPv4 address, or the first 48 bits of an IPv6 network,
 * because a customer often has all /64 networks of a /48 (RFC 6177). `network` is the gateway's name for the network of
 * a client.
 */
export function siteOf(network: string): string {
  return network.includes(':') ? `${network.split(':', SITE_GROUPS).join(':')}::/48` : network
}
