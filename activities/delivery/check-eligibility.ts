import { strangerAt } from '../../commands/audience/contacts/stranger-at.js'
import { Contact } from '../../models/contact.js'
import type { EmailRecord } from '../../models/email.js'
import type { ProjectRecord } from '../../models/project.js'
import type { ScopedContact } from '../../mail/rendering/contact-scope.js'
import { findEligibilityFacts, RECIPIENT, type EligibilityFacts } from './find-eligibility-facts.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import type { EmailReason } from '../../models/domain/email-reasons.js'

/** Why a message must not leave. */
export interface Ineligible {
  status: 'SKIPPED' | 'SUPPRESSED' | 'FAILED'
  reason: EmailReason
}

/** The campaign of a message is paused; the message is checked again after `pausedMs`. */
export interface Paused {
  pausedMs: number
}

/** The recipient and the project of a message that may leave. */
export interface Eligible {
  contact: ScopedContact
  project: ProjectRecord
}

const PAUSED_MS = 5_000

/** The result of checking a message. */
export type Check = Ineligible | Paused | Eligible

/** The fields of contacts that checks and templates need. */
export async function findRecipients(projectId: string, contactIds: string[]): Promise<ScopedContact[]> {
  // With this batch size MongoDB returns a whole group in one reply.
  return Contact.find({ _id: { $in: contactIds }, projectId }, RECIPIENT)
    .batchSize(contactIds.length + 1)
    .lean<ScopedContact[]>()
}

/**
 * Checks everything that may have changed since messages were requested. The caller has claimed the messages and
 * submits them right after. The results have the order of the messages. A cancellation is stored before it looks for
 * claims: either the cancellation finds the claim, or this check finds the cancellation.
 */
export async function checkEligibility(emails: readonly EmailRecord[], allowTestDomains: boolean): Promise<Check[]> {
  const factsOf = await findEligibilityFacts(emails, allowTestDomains)
  return emails.map((email) => {
    const facts = factsOf.get(email.projectId)
    return facts ? checkWith(facts, email) : { status: 'SKIPPED', reason: 'project_disabled' }
  })
}

function checkWith(facts: EligibilityFacts, email: EmailRecord): Check {
  const { project, contacts, suppressed, senders, campaigns, executions } = facts
  const { to, from, type, sourceType, campaignId, executionId, cancelledAt } = email
  const contact = contacts.get(email.contactId) ?? strangerOf(email)
  const isCancelled =
    cancelledAt !== undefined ||
    (campaignId !== null && !campaigns.has(campaignId)) ||
    (executionId !== null && !executions.has(executionId))
  if (isCancelled) return { status: 'SKIPPED', reason: 'cancelled' }
  if (campaignId !== null && campaigns.get(campaignId)?.pausedAt) return { pausedMs: PAUSED_MS }
  if (!project || project.disabled) return { status: 'SKIPPED', reason: 'project_disabled' }
  if (!contact) return { status: 'SKIPPED', reason: 'contact_deleted' }
  if (suppressed.has(normaliseAddress(to))) return { status: 'SUPPRESSED', reason: 'suppressed' }
  // A test needs no consent: its author names the recipient.
  const needsConsent = type !== 'TRANSACTIONAL' && sourceType !== 'TEST'
  if (needsConsent && !contact.subscribed) return { status: 'SKIPPED', reason: 'unsubscribed' }
  if (!senders.has(from)) return { status: 'FAILED', reason: 'domain_not_verified' }
  return { contact, project }
}

// A test may go to an address without a contact; its templates see the address alone.
function strangerOf({ sourceType, contactId, to, createdAt }: EmailRecord): ScopedContact | null {
  return sourceType === 'TEST' && contactId === '' ? strangerAt(to, createdAt) : null
}
