import { DnsUnavailableError, type Dns } from '../../runtime/dns/resolver.js'

/**
 * Asks for records of a name as `dns.promises.resolve` does: rejects with the codes ENOTFOUND, ENODATA and ETIMEOUT.
 */
export type Resolve = (name: string, type: string) => Promise<string[][] | string[]>

const MAX_QUESTIONS = 40

/**
 * The questions of one examination: some forty of them, until a time of the monotonic clock. What is asked beyond that
 * has no answer in time. Of pointers (`ptr`, which RFC 7208 5.5 advises against) none is asked.
 */
export function boundedResolver(dns: Dns, untilMs: number): Resolve {
  let asked = 0
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
    asked += 1
    if (asked > MAX_QUESTIONS || performance.now() > untilMs) throw failure('ETIMEOUT')
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
