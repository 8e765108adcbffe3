import { Contact } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { UNDELIVERED_STATUSES } from '../../../models/domain/email-status.js'
import { AppError, notFound, type ErrorExtras } from '../../../models/domain/errors.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import type { ProjectRecord } from '../../../models/project.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { storeWithClaim } from '../../base/idempotency/claim-idempotency-key.js'
import { setOff } from '../../base/outbox/set-off.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import { withinSendLimit } from '../../tenancy/billing/within-send-limit.js'
import { checkSender, requireDomainAmong } from './check-sender.js'
import { contentGone } from './content-gone.js'
import { draftEmail } from './draft-email.js'
import type { SendSettings } from './send-emails.js'
import { withSharedVariables } from './shared-variables.js'
import { loadContent, storeContent } from './store-content.js'
import { suppressionOf } from './suppression-of.js'

/** The request to send an email again. */
export interface SendAgainRequest {
  project: Pick<ProjectRecord, '_id' | 'billing'>
  emailId: string
  claim: IdempotencyClaim | null
  /** The only domains that the sender of the request may send from; null: all of the project. */
  senderDomains: readonly string[] | null
}

/**
 * Stores a new email with the content, the values and the recipient of a transactional email that was not delivered.
 * An email is sent again once; the new email can be sent again in turn. Throws RESOURCE_NOT_FOUND; CONFLICT with the
 * reason for an email that cannot be sent again; CONTENT_GONE; DOMAIN_NOT_VERIFIED, FORBIDDEN, BILLING_LIMIT_EXCEEDED
 * and IDEMPOTENCY_KEY_REUSED as `sendEmails` does.
 */
export async function sendAgain(
  { project, emailId, claim, senderDomains }: SendAgainRequest,
  { allowTestDomains, retentionDays, hasBilling }: SendSettings & BillingSettings,
): Promise<EmailRecord> {
  const { _id: projectId } = project
  const first = await Email.findOne({ _id: emailId, projectId }).lean()
  if (!first) throw notFound('email', emailId)
  requireFailure(first)
  if (senderDomains) requireDomainAmong(senderDomains, first.from)
  await checkSender({ projectId, address: first.from, allowTestDomains })
  await checkRecipient(first)
  const email = await copyOf(first, retentionDays)
  return withinSendLimit({ project, emails: 1, hasBilling }, () => store(email, first, claim))
}

/** Throws CONFLICT unless the email is transactional, was not delivered and was not sent again. */
function requireFailure({ sourceType, type, status, sentAgain }: EmailRecord): void {
  if (sourceType !== 'TRANSACTIONAL' || type !== 'TRANSACTIONAL') {
    throw refusal('not_transactional', 'Only transactional emails that were sent through the API can be sent again', {
      details: { sourceType, type },
    })
  }
  if (sentAgain) throw sentBefore(sentAgain.emailId)
  if (!UNDELIVERED_STATUSES.includes(status)) {
    throw refusal('not_failed', 'Only emails that bounced, failed or were not sent can be sent again', {
      details: { status },
    })
  }
}

function sentBefore(emailId: string): AppError {
  return refusal('sent_again', 'This email was already sent again', {
    details: { emailId },
    suggestion: 'If the new email fails, send that one again',
  })
}

function refusal(reason: string, message: string, { details, ...extras }: ErrorExtras = {}): AppError {
  return new AppError('CONFLICT', message, { ...extras, details: { reason, ...details } })
}

/** Throws CONFLICT when the address is suppressed, or is no longer that of its contact. */
async function checkRecipient({ projectId, contactId, to }: EmailRecord): Promise<void> {
  if (to === '') throw contentGone('contact_deleted')
  const [contact, suppression] = await Promise.all([
    Contact.findOne({ _id: contactId, projectId }, { email: 1 }).lean(),
    suppressionOf(projectId, to),
  ])
  if (!contact) throw contentGone('contact_deleted')
  // The message may hold what only its contact should read, such as a link to sign in.
  if (normaliseAddress(contact.email) !== normaliseAddress(to)) {
    throw refusal('address_changed', 'The contact has another email address now', {
      suggestion: 'Send a new email to the current address',
    })
  }
  if (suppression) {
    throw refusal('suppressed', 'The address is suppressed, so that no email is sent to it', {
      details: { suppression: suppression.reason, since: suppression.createdAt.toISOString() },
      suggestion: 'Remove the suppression first, if the address accepts email now',
    })
  }
}

/** A PENDING email with all that decides how the message of `first` looks. Its content is kept from now on. */
async function copyOf(first: EmailRecord, retentionDays: number): Promise<EmailRecord> {
  const { projectId, attachments, answerableProjectId } = first
  // The files of an email are deleted with its outcome. The message without them would be another one.
  if (attachments.length > 0) throw contentGone('attachments')
  const complete = await withSharedVariables(first)
  const content = complete && (await loadContent(projectId, first.contentId))
  if (!content) throw contentGone('retention')
  const contentId = await storeContent(projectId, content, retentionDays)
  const { contactId, to, toSpelling: spelling, toName, from, fromName, replyTo } = first
  const { variables, headers } = complete
  const { type, templateId, tags, tracking } = first
  const message = { from, fromName, replyTo, subject: content.subject, contentId, variables, headers }
  return draftEmail(
    {
      ...message,
      projectId,
      type,
      templateId,
      tags,
      tracking,
      ...(answerableProjectId === undefined ? {} : { answerableProjectId }),
      sentAgainFrom: first._id,
    },
    { _id: newId(), contactId, to, toName, ...(spelling === undefined ? {} : { spelling }) },
    new Date(),
  )
}

/** Stores the email unless another request has sent the first one again, or the first one is delivered after all. */
async function store(email: EmailRecord, first: EmailRecord, claim: IdempotencyClaim | null): Promise<EmailRecord> {
  const { _id, projectId, createdAt } = email
  await inTransaction(async (session) => {
    const { matchedCount } = await Email.updateOne(
      { _id: first._id, projectId, status: { $in: UNDELIVERED_STATUSES }, sentAgain: { $exists: false } },
      { $set: { sentAgain: { emailId: _id, at: createdAt } } },
      { session },
    )
    if (matchedCount === 0) {
      const current = await Email.findOne({ _id: first._id, projectId }, null, { session }).lean()
      if (!current) throw notFound('email', first._id)
      requireFailure(current)
      throw new Error('The email can be sent again, and was not')
    }
    await Email.insertMany([email], { lean: true, session })
    await setOff(session, { kind: 'email', projectId, ids: [_id] })
    if (claim) await storeWithClaim(claim, session)
  })
  if (claim) claim.isStored = true
  return email
}
