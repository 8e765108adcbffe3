import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { createDns } from '../../runtime/dns/resolver.js'
import { WebhookRefused } from './failures.js'
import { isPublicAddress } from './public-address.js'

const DNS_TIMEOUT_MS = 6_000

/** Finds the addresses of a host, at least one; rejects with an error that has a code. */
export type ResolveHost = (hostname: string) => Promise<string[]>

/** The private addresses that calls may reach: all, or those of certain hosts (as `host:port`) and ranges. */
export type AllowPrivate =
  | true
  | {
      hosts: readonly string[]
      ranges: readonly { address: string; prefix: number; family: 'ipv4' | 'ipv6' }[]
    }

/** The destinations that calls may reach. */
export interface Destinations {
  /** Refuses a URL whose host is a private address or `localhost`. Throws WebhookRefused. */
  require(url: URL): void
  /**
   * The DNS lookup for a connection to `url`. The connection uses the checked addresses themselves, so that a name
   * cannot resolve to one host for the check and to another for the connection.
   */
  lookupFor(url: URL): LookupFunction
}

const PORTS = { 'http:': '80', 'https:': '443' } as Record<string, string>

/**
 * Lets calls reach public addresses, and the private ones that are allowed. `dnsServers` are those of this host by
 * default.
 */
export function createDestinations(options: {
  allowPrivate: AllowPrivate
  resolve?: ResolveHost
  dnsServers?: readonly string[]
}): Destinations {
  const { allowPrivate } = options
  const resolveByDns = resolverOf(options.dnsServers)
  const isAllowedAddress = allowedAddresses(allowPrivate)
  const isAllowedHost = ({ protocol, hostname, port }: URL): boolean =>
    allowPrivate === true || allowPrivate.hosts.includes(`${hostname}:${port || PORTS[protocol]}`)

  const resolveAllowed = async (url: URL): Promise<LookupAddress[]> => {
    const isTrusted = isAllowedHost(url)
    // Names from a hosts file or a search domain resolve only where the operator allows the host.
    const resolve = options.resolve ?? (isTrusted ? resolveBySystem : resolveByDns)
    const addresses = await resolve(url.hostname)
    if (!isTrusted && !addresses.every(isAllowedAddress)) throw privateAddress()
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  return {
    require(url) {
      if (isAllowedHost(url)) return
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) ? !isAllowedAddress(host) : /(?:^|\.)localhost\.?$/.test(host)) throw privateAddress()
    },
    lookupFor:
      (url) =>
      (_hostname, { all }, callback) =>
        callbackify(resolveAllowed)(url, (error, found) => {
          if (error) callback(error, [])
          else if (all) callback(null, found)
          else callback(null, found[0]?.address ?? '', found[0]?.family)
        }),
  }
}

/**
 * Asks the name servers directly. The system's lookup would block one of the process's few threads until the answer,
 * and the author of an address may choose name servers that never answer.
 */
function resolverOf(servers?: readonly string[]): ResolveHost {
  const dns = createDns({ ...(servers && { servers }), timeoutMs: DNS_TIMEOUT_MS })
  return async (hostname) => {
    const found = await dns.addresses(hostname)
    if (found?.length) return found.map(({ address }) => address)
    throw Object.assign(new Error('No address'), { code: found ? 'ENODATA' : 'ENOTFOUND' })
  }
}

/** Resolves a host with the system's own lookup. */
const resolveBySystem: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

function privateAddress(): WebhookRefused {
  return new WebhookRefused('private address')
}

function allowedAddresses(allowPrivate: AllowPrivate): (address: string) => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const ranges = allowPrivate === true ? [] : allowPrivate.ranges
  for (const { address, prefix, family } of ranges) lists[family].addSubnet(address, prefix, family)
  return (address) => {
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    return isPublicAddress(address) || lists[family].check(address, family)
  }
}
