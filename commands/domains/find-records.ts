import { isFound, recordKey, type DnsAnswer, type SenderRecord } from '../../models/domain/sender-records.js'
import type { Dns } from '../../runtime/dns/resolver.js'

/** Asks DNS for records; returns the keys of those that it has. Throws DnsUnavailableError when it does not answer. */
export async function findRecords(records: readonly SenderRecord[], dns: Dns): Promise<string[]> {
  const found = await Promise.all(records.map(async (record) => isFound(record, await ask(record, dns))))
  return records.filter((_, index) => found[index]).map(recordKey)
}

async function ask({ type, name }: SenderRecord, dns: Dns): Promise<DnsAnswer> {
  switch (type) {
    case 'TXT':
      return { type, texts: (await dns.texts(name)) ?? [] }
    case 'CNAME':
      return { type, aliases: (await dns.aliases(name)) ?? [] }
    case 'MX':
      return { type, exchangers: (await dns.exchangers(name)) ?? [] }
    default:
      return type satisfies never
  }
}
