import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { reasonOf } from './examination.js'

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
