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

/** Each document of MongoDB's reply has one of these fields. */
interface FactDocument {
  contact: ScopedContact
  project: ProjectRecord
  suppressed: string
  verified: string
  campaign: SendingCampaign
  execution: string
}

/** Reads the facts that decide whether messages of one project may leave now, in one query with one reply. */
export async function findEligibilityFacts(
  projectId: string,
  emails: readonly EmailRecord[],
  allowTestDomains: boolean,
): Promise<EligibilityFacts> {
  const [contactIds, to, from] = [valuesOf(emails, 'contactId'), valuesOf(emails, 'to'), valuesOf(emails, 'from')]
  const [campaignIds, executionIds] = [valuesOf(emails, 'campaignId'), valuesOf(emails, 'executionId')]
  const domains = domainsToVerify(from, allowTestDomains)
  const whenAny = (wanted: readonly string[], ...stages: PipelineStage[]) => (wanted.length > 0 ? stages : [])
  const cursor = Contact.collection.aggregate<Partial<FactDocument>>(
    [
      { $match: { _id: { $in: contactIds }, projectId } },
      { $project: RECIPIENT },
      { $replaceWith: { contact: '$$ROOT' } },
      unionWith(Project, [{ $match: { _id: projectId } }], { project: '$$ROOT' }),
      unionWith(Suppression, [{ $match: { projectId, email: spelledAsAny(to), ...inForce(databaseNow()) } }], {
        suppressed: '$email',
      }),
      ...whenAny(
        domains,
        unionWith(SenderDomain, [{ $match: { projectId, domain: { $in: domains }, verified: true } }], {
          verified: '$domain',
        }),
      ),
      ...whenAny(
        campaignIds,
        unionWith(Campaign, [{ $match: { _id: { $in: campaignIds }, projectId, status: 'SENDING' } }], {
          campaign: { _id: '$_id', pausedAt: '$pausedAt' },
        }),
      ),
      ...whenAny(
        executionIds,
        unionWith(Execution, [{ $match: { _id: { $in: executionIds }, projectId } }, ...mayStillSend(projectId)], {
          execution: '$_id',
        }),
      ),
    ],
    { batchSize: contactIds.length + to.length + domains.length + campaignIds.length + executionIds.length + 2 },
  )
  const found = await cursor.toArray()
  const verified = new Set(found.flatMap((one) => one.verified ?? []))
  return {
    project: found.find((one) => one.project)?.project ?? null,
    contacts: new Map(found.flatMap(({ contact }) => (contact ? [[contact._id, contact]] : []))),
    suppressed: new Set(found.flatMap((one) => (one.suppressed === undefined ? [] : normaliseAddress(one.suppressed)))),
    senders: sendersAllowedWith(verified, from, allowTestDomains),
    campaigns: new Map(found.flatMap(({ campaign }) => (campaign ? [[campaign._id, campaign]] : []))),
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
