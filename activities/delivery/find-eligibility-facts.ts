import type { PipelineStage } from 'mongoose'
import { mayStillSend } from '../../commands/automation/executions/cancelled-executions.js'
import { inForce } from '../../commands/audience/contacts/suppressions-in-force.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { domainsToVerify, sendersAllowedWith } from '../../commands/sending/emails/check-sender.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { Contact } from '../../models/contact.js'
import type { EmailRecord } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import { SenderDomain } from '../../models/sender-domain.js'
import { Suppression } from '../../models/suppression.js'
import { groupBy } from '../../models/domain/group-by.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { spelledAsAny } from '../../commands/base/listing/address-spellings.js'

/** The fields of contacts that checks and templates need. */
export const RECIPIENT = { email: 1, subscribed: 1, data: 1, createdAt: 1, updatedAt: 1 } as const

type SendingCampaign = Pick<CampaignRecord, '_id' | 'pausedAt'>

/** The facts that decide whether messages of one project may leave. */
export interface EligibilityFacts {
  project: ProjectRecord | null
  contacts: Map<string, ScopedContact>
  /** The suppressed addresses among those of the recipients. */
  suppressed: Set<string>
  /** The senders' addresses that the project may send from. */
  senders: Set<string>
  /** The campaigns that are being sent, by their ids. */
  campaigns: Map<string, SendingCampaign>
  /** The ids of the executions that may still send. */
  executions: Set<string>
}

/** Each document of MongoDB's reply is of a project, and has one of the other fields. */
interface FactDocument {
  of: string
  contact: ScopedContact
  project: ProjectRecord
  suppressed: string
  verified: string
  campaign: SendingCampaign
  execution: string
}

/**
 * Reads the facts that decide whether messages may leave now, by the ids of their projects, in one query with one
 * reply.
 */
export async function findEligibilityFacts(
  emails: readonly EmailRecord[],
  allowTestDomains: boolean,
): Promise<Map<string, EligibilityFacts>> {
  const ofProjects = groupBy(emails, (email) => email.projectId)
  const projectIds = [...ofProjects.keys()]
  const projectId = { $in: projectIds }
  const [contactIds, from] = [valuesOf(emails, 'contactId'), valuesOf(emails, 'from')]
  const [campaignIds, executionIds] = [valuesOf(emails, 'campaignId'), valuesOf(emails, 'executionId')]
  const domains = domainsToVerify(from, allowTestDomains)
  const addresses = [...ofProjects].map(([id, of]) => ({ projectId: id, email: spelledAsAny(valuesOf(of, 'to')) }))
  const whenAny = (wanted: readonly string[], ...stages: PipelineStage[]) => (wanted.length > 0 ? stages : [])
  const cursor = Contact.collection.aggregate<Partial<FactDocument>>(
    [
      { $match: { _id: { $in: contactIds }, projectId } },
      { $project: { ...RECIPIENT, projectId: 1 } },
      { $replaceWith: { of: '$projectId', contact: '$$ROOT' } },
      { $unset: 'contact.projectId' },
      unionWith(Project, [{ $match: { _id: projectId } }], { of: '$_id', project: '$$ROOT' }),
      unionWith(Suppression, [{ $match: { $or: addresses, ...inForce(databaseNow()) } }], {
        of: '$projectId',
        suppressed: '$email',
      }),
      ...whenAny(
        domains,
        unionWith(SenderDomain, [{ $match: { projectId, domain: { $in: domains }, verified: true } }], {
          of: '$projectId',
          verified: '$domain',
        }),
      ),
      ...whenAny(
        campaignIds,
        unionWith(Campaign, [{ $match: { _id: { $in: campaignIds }, projectId, status: 'SENDING' } }], {
          of: '$projectId',
          campaign: { _id: '$_id', pausedAt: '$pausedAt' },
        }),
      ),
      ...whenAny(
        executionIds,
        unionWith(Execution, [{ $match: { _id: { $in: executionIds }, projectId } }, ...mayStillSend(projectIds)], {
          of: '$projectId',
          execution: '$_id',
        }),
      ),
    ],
    { batchSize: (5 + domains.length) * emails.length + 2 },
  )
  const found = groupBy(await cursor.toArray(), ({ of = '' }) => of)
  return new Map(
    [...ofProjects].map(([id, of]) => [id, factsOf(found.get(id) ?? [], valuesOf(of, 'from'), allowTestDomains)]),
  )
}

function factsOf(found: readonly Partial<FactDocument>[], from: readonly string[], allowTestDomains: boolean) {
  const verified = new Set(found.flatMap((one) => one.verified ?? []))
  return {
    project: found.find((one) => one.project)?.project ?? null,
    contacts: new Map(found.flatMap(({ contact }) => (contact ? [[contact._id, contact] as const] : []))),
    suppressed: new Set(found.flatMap((one) => (one.suppressed === undefined ? [] : normaliseAddress(one.suppressed)))),
    senders: sendersAllowedWith(verified, from, allowTestDomains),
    campaigns: new Map(found.flatMap(({ campaign }) => (campaign ? [[campaign._id, campaign] as const] : []))),
    executions: new Set(found.flatMap((one) => one.execution ?? [])),
  }
}

function unionWith(
  { collection }: { collection: { name: string } },
  stages: Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[],
  fields: { [Field in keyof FactDocument]?: unknown },
): PipelineStage.UnionWith {
  return { $unionWith: { coll: collection.name, pipeline: [...stages, { $replaceWith: fields }] } }
}

type NamedField = 'contactId' | 'to' | 'from' | 'campaignId' | 'executionId'

function valuesOf(emails: readonly EmailRecord[], field: NamedField): string[] {
  return [...new Set(emails.flatMap((email) => email[field] ?? []))]
}
