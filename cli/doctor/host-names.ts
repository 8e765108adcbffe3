import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { reasonOf } from './examination.js'

const TIMEOUT_MS = 2_000

/** Why a host name leads nowhere, as this host resolves names; null when it has an address. */
export async function whyUnresolved(hostname: string): Promise<string | null> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return null
  try {
    await lookup(host)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** The text records of a name, from the DNS server of that address or this host's; null when there are none. */
export async function textRecords(name: string, server?: string): Promise<string[] | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  if (server) resolver.setServers([server])
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOTFOUND' || code === 'ENODATA') return null
    throw error
  }
}
