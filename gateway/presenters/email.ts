import type { z } from 'zod'
import type { EmailContent } from '../../commands/sending/emails/email-content.js'
import { unescapeData } from '../../models/domain/fields.js'
import { UNRESOLVED_STATUSES } from '../../models/domain/email-status.js'
import type { AttachmentRecord, EmailRecord } from '../../models/email.js'
import type { EventRecord } from '../../models/event.js'
import type { ReceivedBodyRecord } from '../../models/received-body.js'
import type { EmailContentResponse, EmailResponse, EmailWithTimeline, ReceivedContent } from '../schemas/email.js'

/** An email as the API shows it. */
export function presentEmail(email: EmailRecord): z.input<typeof EmailResponse> {
  return {
    id: email._id,
    contactId: email.contactId || null,
    // The deletion of a contact makes the address empty.
    to: email.to || null,
    toName: email.toName,
    subject: email.subject,
    from: email.from,
    fromName: email.fromName,
    replyTo: email.replyTo,
    sourceType: email.sourceType,
    templateId: email.templateId,
    campaignId: email.campaignId,
    workflowId: email.workflowId,
    executionId: email.executionId,
    stepId: email.stepId,
    status: email.status,
    messageId: email.messageId,
    error: email.error,
    deferred: presentDeferral(email),
    sentAt: iso(email.sentAt),
    deliveredAt: iso(email.deliveredAt),
    openedAt: iso(email.openedAt),
    clickedAt: iso(email.clickedAt),
    bouncedAt: iso(email.bouncedAt),
    complainedAt: iso(email.complainedAt),
    unsubscribedAt: iso(email.unsubscribedAt),
    opens: email.opens,
    clicks: email.clicks,
    tags: email.tags,
    createdAt: email.createdAt.toISOString(),
  }
}

/** An email with its events, starting with its creation. */
export function presentTimeline(email: EmailRecord, events: EventRecord[]): z.input<typeof EmailWithTimeline> {
  const happened = events.map(({ name, createdAt, data }) => ({
    type: name,
    timestamp: createdAt.toISOString(),
    data: unescapeData(data ?? {}),
  }))
  const { type, sentAgainFrom, sentAgain } = email
  const made = {
    type: 'email.created',
    timestamp: email.createdAt.toISOString(),
    data: sentAgainFrom === undefined ? {} : { sentAgainFrom },
  }
  const again = sentAgain && {
    type: 'email.sent_again',
    timestamp: sentAgain.at.toISOString(),
    data: { sentAgainAs: sentAgain.emailId },
  }
  return {
    ...presentEmail(email),
    type,
    sentAgainFrom: sentAgainFrom ?? null,
    sentAgainAs: sentAgain?.emailId ?? null,
    timeline: [made, ...(again ? inOrder([...happened, again]) : happened)],
  }
}

/** The content of a received email. */
export function presentReceived(
  { attachments }: EmailRecord,
  { text, html, cc, inReplyTo, references, verdicts, isAutomatic, faults }: ReceivedBodyRecord,
): z.input<typeof ReceivedContent> {
  const files = attachments.map(presentAttachment)
  return { text, html, cc, inReplyTo, references, verdicts, isAutomatic, faults, attachments: files }
}

/** The content of an email of any source. */
export function presentContent({ email, ...content }: EmailContent): z.input<typeof EmailContentResponse> {
  return {
    ...content,
    headers: email.headers.map(([name, value]) => ({ name, value })),
    attachments: email.attachments.map(presentAttachment),
  }
}

function presentAttachment({ filename, contentType, disposition, sizeBytes }: AttachmentRecord) {
  return { filename, contentType, disposition, size: sizeBytes }
}

function presentDeferral({ status, deferred }: EmailRecord): z.input<typeof EmailResponse>['deferred'] {
  if (!deferred || !UNRESOLVED_STATUSES.includes(status)) return null
  const { reason, since, retryAt } = deferred
  return { reason, since: since.toISOString(), retryAt: iso(retryAt) }
}

function inOrder<T extends { timestamp: string }>(happenings: T[]): T[] {
  return happenings.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
