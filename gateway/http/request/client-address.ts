import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/
const BITS_OF_GROUP = 16

/**
 * The address of the client behind `hops` trusted proxies, each of which appends the address it saw to
 * `X-Forwarded-For`. Entries further left come from outside and can be forged, so they are not read.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  const peer = req.socket.remoteAddress ?? ''
  if (hops === 0) return peer
  // A shorter list means that the request passed fewer proxies than configured, and one of them added the first entry.
  const seen = [req.headers['x-forwarded-for'] ?? []].flat().join().split(',')
  const entry = (seen.at(-hops) ?? seen[0] ?? '').trim()
  const [, bracketed, dotted] = WITH_PORT.exec(entry) ?? []
  const address = bracketed ?? dotted ?? entry
  return isIP(address) ? address : peer
}

/** The network of one client: an IPv4 address, or the /64 network in which an IPv6 host chooses its own addresses. */
export function clientNetwork(address: string): string {
  return prefixOf(address, 64)
}

/**
 * The site of one client: an IPv4 address, or the /48 network of an IPv6 address. One customer of a provider has at
 * most a /48 (RFC 6177), which contains 65,536 networks of clients.
 */
export function clientSite(address: string): string {
  return prefixOf(address, 48)
}

function prefixOf(address: string, bits: number): string {
  const plain = address.replace(MAPPED_IPV4, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? []
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = [...before, ...(tail === undefined ? [] : zeros), ...after]
  const network = groups.slice(0, bits / BITS_OF_GROUP).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/${bits}`
}
