import { recordAnswer } from '../../../models/domain/record-answers.js'
import { recordKey, type SenderRecord } from '../../../models/domain/sender-records.js'
import type { DnsZone, ProvableDomain } from '../../../models/sender-domain.js'
import { DnsUnavailableError } from '../../../runtime/dns/resolver.js'
import { isInDns, type RecordFinding, type RecordFindings } from './find-records.js'
import { findZone } from './find-zone.js'
import type { DomainSetup } from './setup.js'

/** The zone of a domain, and the findings about its records with what the zone explains. */
export interface ZoneFindings {
  zone: DnsZone | null
  findings: RecordFindings
}

/**
 * Asks for the zone of a domain of which records are missing, and for the records at the names that a host makes which
 * adds the zone to a name that has it already. While DNS does not answer for a record, nothing more is asked, so that a
 * check takes no longer.
 */
export async function lookUpZone(
  { domain, zone: known }: ProvableDomain,
  records: readonly SenderRecord[],
  { setup, findings }: { setup: Pick<DomainSetup, 'dns' | 'ownershipDns'>; findings: RecordFindings },
): Promise<ZoneFindings> {
  const all = [...findings.values()]
  const isToAsk = all.some(({ isFound }) => isFound === false) && all.every(({ isFound }) => isFound !== null)
  const zone = isToAsk ? ((await findZone(domain, setup.dns)) ?? known) : known
  if (!zone || !isToAsk) return { zone, findings }
  const completed = records.map(async (record) => {
    const key = recordKey(record)
    const finding = findings.get(key) ?? { isFound: null, answer: null }
    return [key, await withOtherName(record, finding, { zone, setup })] as const
  })
  return { zone, findings: new Map(await Promise.all(completed)) }
}

async function withOtherName(
  record: SenderRecord,
  finding: RecordFinding,
  { zone, setup: { dns, ownershipDns } }: { zone: DnsZone; setup: Pick<DomainSetup, 'dns' | 'ownershipDns'> },
): Promise<RecordFinding> {
  const kind = finding.answer?.kind
  if (kind !== 'NO_SUCH_NAME' && kind !== 'NO_RECORDS') return finding
  const name = `${record.name}.${zone.name}`
  const server = record.purpose === 'OWNERSHIP' ? ownershipDns : dns
  const isThere = await isInDns({ ...record, name }, server).catch((error: unknown) => {
    if (error instanceof DnsUnavailableError) return false
    throw error
  })
  return isThere ? { ...finding, answer: recordAnswer('OTHER_NAME', [name]) } : finding
}
