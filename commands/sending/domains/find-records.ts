import { noAnswer, recordAnswer, type RecordAnswer } from '../../../models/domain/record-answers.js'
import { isFound, recordKey, type DnsAnswer, type SenderRecord } from '../../../models/domain/sender-records.js'
import { DnsUnavailableError, type Dns } from '../../../runtime/dns/resolver.js'
import type { DomainSetup } from './setup.js'

/** Whether DNS has a record, and what it has instead. */
export interface RecordFinding {
  /** Null where DNS does not answer. */
  isFound: boolean | null
  /** Null for a record that is found. */
  answer: RecordAnswer | null
}

/** The findings about records, by the keys of the records. */
export type RecordFindings = ReadonlyMap<string, RecordFinding>

/** Looks up records in DNS. */
export async function findRecords(
  records: readonly SenderRecord[],
  { dns, ownershipDns }: Pick<DomainSetup, 'dns' | 'ownershipDns'>,
): Promise<RecordFindings> {
  const findings = records.map(async (record) => {
    const finding = findRecord(record, record.purpose === 'OWNERSHIP' ? ownershipDns : dns)
    return [recordKey(record), await finding.catch(unanswered)] as const
  })
  return new Map(await Promise.all(findings))
}

/** Whether DNS has a record. Throws DnsUnavailableError when DNS does not answer. */
export async function isInDns(record: SenderRecord, dns: Dns): Promise<boolean> {
  const answer = await ask(record, dns)
  return answer !== null && isFound(record, answer)
}

async function findRecord(record: SenderRecord, dns: Dns): Promise<RecordFinding> {
  const answer = await ask(record, dns)
  if (answer === null) return { isFound: false, answer: recordAnswer('NO_SUCH_NAME') }
  if (isFound(record, answer)) return { isFound: true, answer: null }
  const values = valuesOf(answer)
  if (values.length > 0) return { isFound: false, answer: recordAnswer('OTHER_VALUES', values) }
  const addresses = record.type === 'CNAME' ? await addressesAt(record.name, dns) : []
  return { isFound: false, answer: recordAnswer(addresses.length > 0 ? 'ADDRESSES' : 'NO_RECORDS', addresses) }
}

// A proxy of the host answers for an alias with addresses of its own.
async function addressesAt(name: string, dns: Dns): Promise<string[]> {
  try {
    return ((await dns.addresses(name)) ?? []).map(({ address }) => address)
  } catch (error) {
    // Without this answer the record is missing just as well.
    if (error instanceof DnsUnavailableError) return []
    throw error
  }
}

function unanswered(error: unknown): RecordFinding {
  if (error instanceof DnsUnavailableError) return { isFound: null, answer: noAnswer(error.code) }
  throw error
}

/** The records of a name; null for a name that does not exist. */
async function ask({ type, name }: SenderRecord, dns: Dns): Promise<DnsAnswer | null> {
  switch (type) {
    case 'TXT': {
      const texts = await dns.texts(name)
      return texts && { type, texts }
    }
    case 'CNAME': {
      const aliases = await dns.aliases(name)
      return aliases && { type, aliases }
    }
    case 'MX': {
      const exchangers = await dns.exchangers(name)
      return exchangers && { type, exchangers }
    }
    default:
      return type satisfies never
  }
}

function valuesOf(answer: DnsAnswer): string[] {
  switch (answer.type) {
    case 'TXT':
      return [...answer.texts]
    case 'CNAME':
      return [...answer.aliases]
    case 'MX':
      return answer.exchangers.map(({ name, priority }) => `${priority} ${name || '.'}`)
    default:
      return answer satisfies never
  }
}
