import { Campaign, type CampaignRecord } from '../../models/campaign.js'
import { sendersAllowed } from '../../commands/emails/check-sender.js'
import { findLiveExecutions } from '../../commands/executions/find-live-executions.js'
import { Contact } from '../../models/contact.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import type { EmailRecord } from '../../models/email.js'
import { Project, type ProjectRecord } from '../../models/project.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import { Suppression } from '../../models/suppression.js'

/** Why a message must not leave. */
export interface Ineligible {
  status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'
  reason: string
}

/** The campaign of a message is paused: look again after so many ms. */
export interface Paused {
  pausedMs: number
}

/** Whom a message goes to and in whose name. */
export interface Eligible {
  contact: ScopedContact
  project: ProjectRecord
}

/** A claimed message, and whether it may go out from names that can never be real. */
interface Asked {
  email: EmailRecord
  allowTestDomains: boolean
}

const RECIPIENT = { email: 1, subscribed: 1, data: 1, createdAt: 1, updatedAt: 1 } as const
const MAX_TOGETHER = 50
const PAUSED_MS = 5_000

/**
 * Looks, after the claim and right before the hand-over, at everything that may have changed since the message
 * was asked for; for many messages of a project at once when they are claimed together. Because a cancellation is
 * written before it looks for claims, one of the two sees the other.
 */
export const checkEligibility = batchCalls<Asked, Check>({
  keyOf: ({ email }) => email.projectId,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 4,
  async run(asked) {
    const emails = asked.map(({ email }) => email)
    const contacts = await findRecipients(emails[0]?.projectId ?? '', each(emails, 'contactId'))
    return checkEligibilityOfGroup(emails, { contacts, allowTestDomains: asked[0]?.allowTestDomains ?? false })
  },
})

/** What comes of the look at a message. */
export type Check = Ineligible | Paused | Eligible

/** What of contacts the look needs and their messages say. */
export async function findRecipients(projectId: string, contactIds: string[]): Promise<ScopedContact[]> {
  return Contact.find({ _id: { $in: contactIds }, projectId }, RECIPIENT).lean<ScopedContact[]>()
}

/** The same look at several messages of one project, whose contacts were read after their claim; in their order. */
export async function checkEligibilityOfGroup(
  emails: EmailRecord[],
  { contacts, allowTestDomains }: { contacts: ScopedContact[]; allowTestDomains: boolean },
): Promise<Check[]> {
  const projectId = emails[0]?.projectId ?? ''
  const [project, suppressed, campaigns, acting, senders] = await Promise.all([
    Project.findOne({ _id: projectId }).lean(),
    Suppression.distinct('email', { projectId, email: { $in: each(emails, 'to') } }),
    findSending(projectId, each(emails, 'campaignId')),
    findLiveExecutions(projectId, each(emails, 'executionId')),
    sendersAllowed(projectId, each(emails, 'from'), allowTestDomains),
  ])
  const byId = new Map(contacts.map((contact) => [contact._id, contact]))
  const withheld = new Set(suppressed)
  return emails.map((email) => {
    const { to, from, type, sourceType, campaignId, executionId } = email
    const contact = byId.get(email.contactId) ?? strangerOf(email)
    const isCancelled =
      (campaignId !== null && !campaigns.has(campaignId)) || (executionId !== null && !acting.has(executionId))
    if (isCancelled) return { status: 'SKIPPED', reason: 'cancelled' }
    if (campaignId !== null && campaigns.get(campaignId)?.pausedAt) return { pausedMs: PAUSED_MS }
    if (!project || project.disabled) return { status: 'SKIPPED', reason: 'project_disabled' }
    if (!contact) return { status: 'SKIPPED', reason: 'contact_deleted' }
    if (withheld.has(to)) return { status: 'SUPPRESSED', reason: 'suppressed' }
    // A test goes to whoever its author named.
    const needsConsent = type !== 'TRANSACTIONAL' && sourceType !== 'TEST'
    if (needsConsent && !contact.subscribed) return { status: 'SKIPPED', reason: 'unsubscribed' }
    if (!senders.has(from)) return { status: 'FAILED', reason: 'domain_not_verified' }
    return { contact, project }
  })
}

async function findSending(projectId: string, ids: string[]): Promise<Map<string, Pick<CampaignRecord, 'pausedAt'>>> {
  if (ids.length === 0) return new Map()
  const campaigns = await Campaign.find({ _id: { $in: ids }, projectId, status: 'SENDING' }, { pausedAt: 1 }).lean()
  return new Map(campaigns.map((campaign) => [campaign._id, campaign]))
}

// A test may go to an address that no contact has; its message says no more of the recipient than that.
function strangerOf({ sourceType, contactId: _id, to: email, createdAt }: EmailRecord): ScopedContact | null {
  if (sourceType !== 'TEST' || _id !== '') return null
  return { _id, email, subscribed: false, data: {}, createdAt, updatedAt: createdAt }
}

function each(emails: EmailRecord[], field: 'contactId' | 'to' | 'from' | 'campaignId' | 'executionId'): string[] {
  return [...new Set(emails.flatMap((email) => email[field] ?? []))]
}
