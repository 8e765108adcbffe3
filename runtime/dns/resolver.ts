import { Resolver } from 'node:dns/promises'
import { withinTime } from '../concurrency/within-time.js'

/** A mail exchanger of a domain. A null MX (RFC 7505) has an empty name. */
export interface Exchanger {
  name: string
  priority: number
}

/** An address of a host, and for how many seconds it may be kept. */
export interface HostAddress {
  address: string
  ttlSeconds: number
}

/** The zone that a domain is the top of. */
export interface Authority {
  /** The name server that the zone is kept on. */
  name: string
  /** For how many seconds it may be kept that a name does not exist (RFC 2308). */
  negativeTtlSeconds: number
}

/**
 * Asks DNS for the records of a name: an empty list when the name has none of the kind, null when there is no such
 * name. Each throws DnsUnavailableError when DNS gives no answer.
 */
export interface Dns {
  texts(name: string): Promise<string[] | null>
  aliases(name: string): Promise<string[] | null>
  exchangers(name: string): Promise<Exchanger[] | null>
  nameServers(name: string): Promise<string[] | null>
  authority(name: string): Promise<Authority | null>
  /** Of IPv4 and of IPv6. The addresses of one family are enough where DNS gives no answer about the other. */
  addresses(name: string): Promise<HostAddress[] | null>
}

/** DNS gave no answer in time, or refused one: that proves nothing about a name. */
export class DnsUnavailableError extends Error {
  override readonly name = 'DnsUnavailableError'

  /** The resolver's, for example `ETIMEOUT` or `ESERVFAIL`. */
  readonly code: string

  constructor(name: string, code: string, cause: unknown) {
    super(`DNS does not answer for ${name}: ${code}`, { cause })
    this.code = code
  }
}

export interface DnsOptions {
  /** Addresses of DNS servers, with a port where it is not 53; those of this host when there are none. */
  servers?: readonly string[]
  /** The time for one answer, with everything that is tried for it. */
  timeoutMs: number
}

const TRIES = 2
const NO_SUCH_NAME = 'ENOTFOUND'
// The name exists without records of the kind; a name that DNS cannot hold has none either.
const NO_RECORDS = new Set(['ENODATA', 'EBADNAME', 'EBADQUERY'])

/** Asks DNS itself, past the files of this host. */
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
