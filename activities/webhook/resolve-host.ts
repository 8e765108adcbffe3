import { lookup, Resolver } from 'node:dns/promises'

/** Finds the addresses of a host, at least one; rejects with an error that has a code. */
export type ResolveHost = (hostname: string) => Promise<string[]>

/**
 * Asks the name servers, without the system's own look-up: that one blocks one of the process's few threads until
 * the answer is there, and whose name servers never answer is for whoever wrote the address to choose.
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

/** Looks a host up as every other program of the system does. */
export const resolveBySystem: ResolveHost = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}
