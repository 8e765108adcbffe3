import { ownershipRecord, recordKey } from '../../models/domain/sender-records.js'
import { SenderDomain } from '../../models/sender-domain.js'
import { acrossProjects } from '../../models/owned-model.js'
import { ok, warning, type Examine, type Finding } from './examination.js'

const MAX_READ = 10_000
const MAX_NAMED = 5

/** The sender domains of projects. */
export function domainsChecks(examine: Examine): Promise<Finding>[] {
  return [examine('sender domains', ownership)]
}

/** Finds verified domains that are about to be lost: the last check did not find their ownership record. */
async function ownership(): Promise<Finding> {
  const all = acrossProjects({ status: 'VERIFIED' }, 'an operator asks about the installation')
  const verified = await SenderDomain.find(all, { domain: 1, ownershipToken: 1, found: 1 })
    .sort({ domain: 1 })
    .limit(MAX_READ)
    .maxTimeMS(3_000)
    .lean()
  const records = verified.map(({ domain, ownershipToken = '', found }) => ({
    record: ownershipRecord(domain, ownershipToken),
    found,
  }))
  const missing = records.flatMap(({ record, found }) => (found.includes(recordKey(record)) ? [] : [record.name]))
  if (missing.length === 0) return ok(`${verified.length} verified, each with its ownership record`)
  const more = missing.length > MAX_NAMED ? ', …' : ''
  return warning(
    `${missing.length} of ${verified.length} verified domains have no ownership record: ` +
      `${missing.slice(0, MAX_NAMED).join(', ')}${more}`,
    'Ask the projects to add these TXT records again (see GET /domains/{id}/verify). Sending stops after three ' +
      'missed checks.',
  )
}
