import { recountCampaigns } from '../../../commands/sending/campaigns/recount-campaigns.js'
import { recountContacts } from '../../../commands/audience/contacts/recount-contacts.js'
import { Contact } from '../../../models/contact.js'
import { Job } from '../../../models/job.js'
import type { AskedImport } from '../load/ledger.js'
import type { Evidence } from './evidence.js'
import { groupBy } from '../../../models/domain/group-by.js'
import { check, type Finding } from './findings.js'

/** Whether each acknowledged write to a contact is there, and each accepted import complete. */
export async function auditContacts({ scene }: Evidence): Promise<Finding[]> {
  const projectId = scene.mixed.id
  const { contacts, imports } = scene.ledger
  const written = await Contact.find({ projectId, email: /^written/ }, { email: 1, data: 1 }).lean()
  const valueOf = new Map(written.map(({ email, data }) => [email, data['written'] as number]))
  const stored = await contactsByImport(projectId)
  const accepted = imports.filter(({ verdict }) => verdict === 'acknowledged')
  const faults: string[] = []
  for (const asked of accepted) faults.push(...(await faultsOfImport(projectId, asked, stored.get(asked.prefix) ?? 0)))
  const others = imports.filter(({ verdict }) => verdict !== 'acknowledged')
  return [
    check('a contact holds the last acknowledged write', contacts, ([email, { acknowledged, open }]) => {
      const value = valueOf.get(email) ?? null
      return value === acknowledged || (value !== null && open.includes(value))
        ? null
        : `${email}: ${value}, acknowledged ${acknowledged}`
    }),
    { promise: 'an accepted import is complete', checked: accepted.length, broken: faults },
    {
      ...check('an import without an answer happened whole or not at all', others, ({ prefix, rows }) => {
        const count = stored.get(prefix) ?? 0
        return count === 0 || count === rows ? null : `${prefix}: ${count} contacts of ${rows}`
      }),
      note: `${others.filter(({ prefix }) => stored.has(prefix)).length} happened`,
    },
  ]
}

/** How many contacts there are of each file, by the prefix of their addresses. */
async function contactsByImport(projectId: string): Promise<Map<string, number>> {
  const imported = await Contact.find({ projectId, email: /^imported-/ }, { email: 1 }).lean()
  const files = groupBy(imported, ({ email }) => email.slice(0, email.lastIndexOf('-') + 1))
  return new Map([...files].map(([prefix, { length }]) => [prefix, length]))
}

async function faultsOfImport(projectId: string, { jobId, rows }: AskedImport, stored: number): Promise<string[]> {
  const job = await Job.findOne({ _id: jobId, projectId }).lean()
  const { total, created, updated, failed } = (job?.result ?? {}) as Record<string, number | undefined>
  const isRight = job?.status === 'COMPLETED' && total === rows && created === rows && updated === 0 && failed === 0
  if (isRight && stored === rows) return []
  const result = `${total} rows, ${created} created, ${updated} updated, ${failed} failed, ${stored} contacts of ${rows}`
  return [`${jobId}: ${job?.status}, ${result}`]
}

/** Whether the counters are those of a recount. */
export async function auditCounters({ scene }: Evidence): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [name, project] of [['mixed', scene.mixed] as const, ['campaigns', scene.campaigns] as const]) {
    const { contacts, differences } = await recountContacts(project.id)
    const broken = differences.map((difference) => JSON.stringify(difference))
    findings.push({ promise: `the counters of the project of ${name} are right`, checked: contacts, broken })
  }
  const drifts: string[] = []
  for await (const drift of recountCampaigns(scene.campaigns.id)) drifts.push(JSON.stringify(drift))
  findings.push({
    promise: 'the counters of a campaign are those of its emails',
    checked: scene.ledger.campaigns.size,
    broken: drifts,
  })
  return findings
}
