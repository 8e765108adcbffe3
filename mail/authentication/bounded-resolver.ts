import { DnsUnavailableError, type Dns } from '../../runtime/dns/resolver.js'

/**
 * Asks DNS for records of a name as `dns.promises.resolve` does. Rejects with the codes ENOTFOUND, ENODATA and
 * ETIMEOUT.
 */
export type Resolve = (name: string, type: string) => Promise<string[][] | string[]>

const MAX_QUESTIONS = 40

/**
 * A resolver for one examination. After `MAX_QUESTIONS` questions, or after `untilMs` by the monotonic clock, each
 * question fails with ETIMEOUT. The resolver never asks for pointers, because RFC 7208, 5.5 advises against the
 * mechanism `ptr`.
 */
export function boundedResolver(dns: Dns, untilMs: number): Resolve {
  let questions = 0
  const recordsOf = async (name: string, type: string): Promise<unknown[] | null> => {
    switch (type) {
      case 'TXT':
        return (await dns.texts(name))?.map((text) => [text]) ?? null
      case 'MX':
        return (await dns.exchangers(name))?.map(({ name: exchange, priority }) => ({ exchange, priority })) ?? null
      case 'A':
      case 'AAAA': {
        const all = await dns.addresses(name)
        return all && all.map(({ address }) => address).filter((address) => address.includes(':') === (type === 'AAAA'))
      }
      default:
        return []
    }
  }
  return async (name, type) => {
    questions += 1
    if (questions > MAX_QUESTIONS || performance.now() > untilMs) throw failure('ETIMEOUT')
    try {
      const records = await recordsOf(name, type)
      if (records === null) throw failure('ENOTFOUND')
      if (records.length === 0) throw failure('ENODATA')
      return records as string[]
    } catch (error) {
      throw error instanceof DnsUnavailableError ? failure('ETIMEOUT') : error
    }
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(`DNS: ${code}`), { code })
}
