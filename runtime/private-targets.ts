import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** A block of addresses, such as 10.0.0.0/8. */
export interface AddressRange {
  address: string
  prefix: number
  family: 'ipv4' | 'ipv6'
}

/** The private addresses that webhooks may call: all, or those of some hosts (as `host:port`) and ranges. */
export type PrivateTargets = true | { hosts: string[]; ranges: AddressRange[] }

const HOST_AND_PORT = /^(?:\[[^[\]]+\]|[^\s:/?#@[\]]+):(\d{1,5})$/
const MAX_PORT = 65_535

/** Setting: `true`, `false`, or a comma-separated list of `host:port` and address ranges. */
export const privateTargets = z.string().transform((text, context): PrivateTargets => {
  if (text === 'true') return true
  const targets = { hosts: [] as string[], ranges: [] as AddressRange[] }
  const items = text === 'false' ? [] : text.split(',').map((item) => item.trim())
  for (const item of items.filter(Boolean)) {
    const range = readRange(item)
    const host = range ? null : readHost(item)
    if (range) targets.ranges.push(range)
    else if (host !== null) targets.hosts.push(host)
    else {
      const message = `"${item}" is neither true nor host:port nor a range such as 10.0.0.0/8`
      context.addIssue({ code: 'custom', message })
    }
  }
  return targets
})

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Whether webhooks may call a URL whose host is written as a private address. */
export function isAllowedTarget(targets: PrivateTargets, { protocol, hostname, port }: URL): boolean {
  if (targets === true || targets.hosts.includes(`${hostname}:${port || PORTS[protocol]}`)) return true
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(address)
  if (version === 0) return false
  const ranges = new BlockList()
  for (const { address: first, prefix, family } of targets.ranges) ranges.addSubnet(first, prefix, family)
  return ranges.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function readRange(item: string): AddressRange | null {
  const [address = '', length = '', ...more] = item.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0 || !/^\d{1,3}$/.test(length)) return null
  const prefix = Number(length)
  if (prefix > (version === 4 ? 32 : 128)) return null
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns the host as a `URL` spells it, for comparisons. */
function readHost(item: string): string | null {
  const port = Number(HOST_AND_PORT.exec(item)?.[1] ?? 0)
  const address = z.url().safeParse(`http://${item}`)
  return port > 0 && port <= MAX_PORT && address.success ? `${new URL(address.data).hostname}:${port}` : null
}
