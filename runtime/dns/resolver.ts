import { Resolver } from 'node:dns/promises'
import { withinTime } from '../concurrency/within-time.js'

/** A mail exchanger of a domain. A null MX (RFC 7505) has an empty name. */
export interface Exchanger {
  name: string
  priority: number
}

/** An address of a host, and for how many seconds it may be cached. */
export interface HostAddress {
  address: string
  ttlSeconds: number
}

/** The SOA record of a domain that is the top of a zone. */
export interface Authority {
  /** The primary name server of the zone. */
  name: string
  /** For how many seconds the answer that a name does not exist may be cached (RFC 2308). */
  negativeTtlSeconds: number
}

/**
 * Asks DNS for the records of a name. Each method returns an empty list if the name has no such records, and null if
 * the name does not exist; `authority` returns null in both cases. Each throws DnsUnavailableError if DNS gives no
 * answer.
 */
export interface Dns {
  texts(name: string): Promise<string[] | null>
  aliases(name: string): Promise<string[] | null>
  exchangers(name: string): Promise<Exchanger[] | null>
  nameServers(name: string): Promise<string[] | null>
  authority(name: string): Promise<Authority | null>
  /** IPv4 and IPv6 addresses. If DNS answers for one family only, the addresses of that family are returned. */
  addresses(name: string): Promise<HostAddress[] | null>
}

/** DNS gave no answer in time, or refused to answer. This proves nothing about the name. */
export class DnsUnavailableError extends Error {
  override readonly name = 'DnsUnavailableError'

  /** The error code of the resolver, for example `ETIMEOUT` or `ESERVFAIL`. */
  readonly code: string

  constructor(name: string, code: string, cause: unknown) {
    super(`DNS does not answer for ${name}: ${code}`, { cause })
    this.code = code
  }
}

export interface DnsOptions {
  /** Addresses of DNS servers, with the port if it is not 53. If empty, the DNS servers of this host are asked. */
  servers?: readonly string[]
  /** The time for one answer, including all tries. */
  timeoutMs: number
}

const TRIES = 2
const NO_SUCH_NAME = 'ENOTFOUND'
// ENODATA: the name exists, but has no records of the kind. EBADNAME, EBADQUERY: DNS cannot hold such a name at all.
const NO_RECORDS = new Set(['ENODATA', 'EBADNAME', 'EBADQUERY'])

/** Creates a client that asks the DNS servers and not the hosts file of this machine. */
export function createDns({ servers = [], timeoutMs }: DnsOptions): Dns {
  // Each try waits twice as long as the one before.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: TRIES })
  if (servers.length > 0) resolver.setServers([...servers])

  async function ask<R>(name: string, question: Promise<R[]>): Promise<R[] | null> {
    try {
      return await withinTime(question, timeoutMs, 'no answer in time')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'ETIMEOUT'
      if (code === NO_SUCH_NAME) return null
      if (NO_RECORDS.has(code)) return []
      throw new DnsUnavailableError(name, code, error)
    }
  }

  return {
    async texts(name) {
      const records = await ask(name, resolver.resolveTxt(name))
      return records && records.map((strings) => strings.join(''))
    },
    aliases: (name) => ask(name, resolver.resolveCname(name)),
    async exchangers(name) {
      const records = await ask(name, resolver.resolveMx(name))
      return records && records.map(({ exchange, priority }) => ({ name: exchange, priority }))
    },
    nameServers: (name) => ask(name, resolver.resolveNs(name)),
    async authority(name) {
      const found = await ask(
        name,
        resolver.resolveSoa(name).then((soa) => [soa]),
      )
      const [soa] = found ?? []
      return soa ? { name: soa.nsname, negativeTtlSeconds: soa.minttl } : null
    },
    async addresses(name) {
      const families = await Promise.allSettled([
        ask(name, resolver.resolve4(name, { ttl: true })),
        ask(name, resolver.resolve6(name, { ttl: true })),
      ])
      const answers = families.map((family) => (family.status === 'fulfilled' ? family.value : []))
      const found = answers.flatMap((answer) => answer ?? [])
      const failed = families.find((family) => family.status === 'rejected')
      if (answers.includes(null)) return null
      if (found.length === 0 && failed) throw failed.reason
      return found.map(({ address, ttl }) => ({ address, ttlSeconds: ttl }))
    },
  }
}
