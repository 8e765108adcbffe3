import { lookup, Resolver } from 'node:dns/promises'

/** Finds the addresses of a host, at least one; rejects with an error that has a code. */
export type ResolveHost = (hostname: string) => Promise<string[]>

/**
 * Asks the name servers directly. The system's lookup would block one of the process's few threads until the answer,
 * and the author of an address may choose name servers that never answer.
 */
export function createDnsLookup(servers?: string[]): ResolveHost {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const failed = results.find((result) => result.status === 'rejected')
    if (addresses.length === 0) throw failed?.reason ?? new Error('No address')
    return addresses
  }
}

/** Resolves a host with the system's own lookup. */
export const resolveBySystem: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
