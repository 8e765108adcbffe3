import { isFound, recordKey, type DnsAnswer, type SenderRecord } from '../../models/domain/sender-records.js'
import { DnsUnavailableError, type Dns } from '../../runtime/dns/resolver.js'
import type { DomainSetup } from './setup.js'

/** Whether DNS has each record, by the record's key; null where DNS does not answer. */
export type FoundRecords = ReadonlyMap<string, boolean | null>

/** Looks up records in DNS. */
export async function findRecords(
  records: readonly SenderRecord[],
  { dns, ownershipDns }: Pick<DomainSetup, 'dns' | 'ownershipDns'>,
): Promise<FoundRecords> {
  const answers = records.map(async (record) => {
    const answer = isInDns(record, record.purpose === 'OWNERSHIP' ? ownershipDns : dns)
    return [recordKey(record), await answer.catch(unanswered)] as const
  })
  return new Map(await Promise.all(answers))
}

/** Whether DNS has a record. Throws DnsUnavailableError when DNS does not answer. */
export async function isInDns(record: SenderRecord, dns: Dns): Promise<boolean> {
  return isFound(record, await ask(record, dns))
}

function unanswered(error: unknown): null {
  if (error instanceof DnsUnavailableError) return null
  throw error
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
