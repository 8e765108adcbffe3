import { isIP } from 'node:net'
import { z } from 'zod'
import { list } from './values.js'

const servers = list.refine(
  (given) => given.every(isServer),
  'must be IP addresses between commas, each with a port or without',
)

export const dns = z.object({
  DNS_SERVERS: servers.default([]).meta({
    description: 'the DNS servers for domain checks, separated by commas: `9.9.9.9`, `127.0.0.1:5353`',
    preset: 'those of this host',
  }),
  OWNERSHIP_DNS_SERVERS: servers.default([]).meta({
    description: 'the DNS servers for ownership records, never in production; the embedded stack uses its inbox',
    preset: '`DNS_SERVERS`',
  }),
})

function isServer(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return isIP(text) > 0 || (isIP(bracketed ?? plain ?? '') > 0 && Number(port ?? 53) < 65_536)
}
