import type { Model, PipelineStage } from 'mongoose'
import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { sendersAllowed } from '../../commands/emails/check-sender.js'
import { mayStillSend } from '../../commands/executions/cancelled-executions.js'
import { Contact } from '../../models/contact.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import type { EmailRecord } from '../../models/email.js'
import { Execution } from '../../models/execution.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import { Suppression } from '../../models/suppression.js'

/** Why a message must not leave. */
export interface Ineligible {
  status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'
  reason: string
}

/** The campaign of a message is paused: the next check is after so many ms. */
export interface Paused {
  pausedMs: number
}

/** The recipient and the project of a message that may leave. */
export interface Eligible {
  contact: ScopedContact
  project: ProjectRecord
}

/** A claimed message, and whether mail may go out from reserved test domains. */
interface Asked {
  email: EmailRecord
  allowTestDomains: boolean
}

const RECIPIENT = { email: 1, subscribed: 1, data: 1, createdAt: 1, updatedAt: 1 } as const
// All that a check reads is one document of 16 MB at most, and the data of a contact may take 1.5 MB in it.
const MAX_BATCH = 8
const PAUSED_MS = 5_000

/**
 * Checks, after the claim and right before the hand-over, everything that may have changed since the message was
 * requested; messages of a project that are claimed together are checked in one batch. A cancellation is written before
 * it looks for claims, so the cancellation finds the claim or this check finds the cancellation.
 */
export const checkEligibility = batchCalls<Asked, Check>({
  keyOf: ({ email }) => email.projectId,
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 4,
  run: (asked) =>
    checkEligibilityOfGroup(
      asked.map(({ email }) => email),
      { allowTestDomains: asked[0]?.allowTestDomains ?? false },
    ),
})

/** The result of checking a message. */
export type Check = Ineligible | Paused | Eligible

/** The fields of contacts that checks and templates need. */
export async function findRecipients(projectId: string, contactIds: string[]): Promise<ScopedContact[]> {
  // A group comes with one reply.
  return Contact.find({ _id: { $in: contactIds }, projectId }, RECIPIENT)
    .batchSize(contactIds.length + 1)
    .lean<ScopedContact[]>()
}

/**
 * Checks messages of one project; results in the order of the messages. `contacts` are those of a large group, read after
 * the claim: the contacts of a few messages come with all else in one command.
 */
export async function checkEligibilityOfGroup(
  emails: EmailRecord[],
  { contacts, allowTestDomains }: { contacts?: ScopedContact[]; allowTestDomains: boolean },
): Promise<Check[]> {
  const projectId = emails[0]?.projectId ?? ''
  const [read, senders] = await Promise.all([
    readCircumstances(projectId, emails, contacts === undefined),
    sendersAllowed(projectId, each(emails, 'from'), allowTestDomains),
  ])
  const { project = null, suppressed = [] } = read
  const byId = new Map((contacts ?? read.contacts ?? []).map((contact) => [contact._id, contact]))
  const campaigns = new Map((read.campaigns ?? []).map((campaign) => [campaign._id, campaign]))
  const acting = new Set((read.executions ?? []).map(({ _id }) => _id))
  const suppressedAddresses = new Set(suppressed.map(({ email }) => email))
  return emails.map((email) => {
    const { to, from, type, sourceType, campaignId, executionId, cancelledAt } = email
    const contact = byId.get(email.contactId) ?? strangerOf(email)
    const isCancelled =
      cancelledAt !== undefined ||
      (campaignId !== null && !campaigns.has(campaignId)) ||
      (executionId !== null && !acting.has(executionId))
    if (isCancelled) return { status: 'SKIPPED', reason: 'cancelled' }
    if (campaignId !== null && campaigns.get(campaignId)?.pausedAt) return { pausedMs: PAUSED_MS }
    if (!project || project.disabled) return { status: 'SKIPPED', reason: 'project_disabled' }
    if (!contact) return { status: 'SKIPPED', reason: 'contact_deleted' }
    if (suppressedAddresses.has(to)) return { status: 'SUPPRESSED', reason: 'suppressed' }
    // The author of a test names its recipient.
    const needsConsent = type !== 'TRANSACTIONAL' && sourceType !== 'TEST'
    if (needsConsent && !contact.subscribed) return { status: 'SKIPPED', reason: 'unsubscribed' }
    if (!senders.has(from)) return { status: 'FAILED', reason: 'domain_not_verified' }
    return { contact, project }
  })
}

/** What decides over messages: all of it for a project that is there, and of each list those that were asked for. */
interface Circumstances {
  project?: ProjectRecord
  contacts?: ScopedContact[]
  suppressed?: { email: string }[]
  /** The campaigns that are being sent. */
  campaigns?: Pick<CampaignRecord, '_id' | 'pausedAt'>[]
  /** The executions that may still send. */
  executions?: { _id: string }[]
}

async function readCircumstances(
  projectId: string,
  emails: EmailRecord[],
  withContacts: boolean,
): Promise<Circumstances> {
  const idsOf = (field: EachField) => ({ _id: { $in: each(emails, field) } })
  const [read] = await Project.aggregate<Circumstances>([
    { $match: { _id: projectId } },
    { $project: { _id: 0, project: '$$ROOT' } },
    ...(withContacts ? [joined(projectId, 'contacts', Contact, idsOf('contactId'), RECIPIENT)] : []),
    joined(projectId, 'suppressed', Suppression, { email: { $in: each(emails, 'to') } }, { email: 1 }),
    joined(projectId, 'campaigns', Campaign, { ...idsOf('campaignId'), status: 'SENDING' }, { pausedAt: 1 }),
    joined(projectId, 'executions', Execution, idsOf('executionId'), { _id: 1 }, mayStillSend(projectId)),
  ])
  return read ?? {}
}

function joined(
  projectId: string,
  as: keyof Circumstances,
  { collection }: Pick<Model<never>, 'collection'>,
  which: object,
  fields: Record<string, 1>,
  more: PipelineStage.Lookup['$lookup']['pipeline'] = [],
): PipelineStage {
  const pipeline = [{ $match: { projectId, ...which } }, ...more, { $project: fields }]
  return { $lookup: { from: collection.name, pipeline, as } }
}

// A test may go to an address without a contact; its templates see the address alone.
function strangerOf({ sourceType, contactId: _id, to: email, createdAt }: EmailRecord): ScopedContact | null {
  if (sourceType !== 'TEST' || _id !== '') return null
  return { _id, email, subscribed: false, data: {}, createdAt, updatedAt: createdAt }
}

type EachField = 'contactId' | 'to' | 'from' | 'campaignId' | 'executionId'

function each(emails: EmailRecord[], field: EachField): string[] {
  return [...new Set(emails.flatMap((email) => email[field] ?? []))]
}
