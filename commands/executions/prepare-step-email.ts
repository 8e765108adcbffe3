import type { StepRef } from '../../models/domain/directive.js'
import { notFound } from '../../models/domain/errors.js'
import { escapeData } from '../../models/domain/fields.js'
import type { EmailRecord } from '../../models/email.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { TemplateRecord } from '../../models/template.js'
import { draftEmail } from '../emails/draft-email.js'
import { storeContent, type ContentSource } from '../emails/store-content.js'
import { stepEmailId } from './find-step-email.js'
import { findStepRecipient, type StepRecipient } from './find-step-recipient.js'
import type { OpenTemplateStep } from './open-step.js'

/** The email of a step, not stored yet, with the entries that its recipient set off; or the reason why there is none. */
export type PreparedEmail = { email: EmailRecord; entries: OutboxEntry[] } | { failed: string }

/** Fields of a SEND_EMAIL step that replace those of its template. */
interface Overrides {
  subject?: string
  from?: string
}

/** The email of a SEND_EMAIL step, whose content is stored. Throws TEMPLATE_NOT_FOUND. */
export async function prepareStepEmail(
  ref: StepRef,
  open: OpenTemplateStep,
  retentionDays: number,
): Promise<PreparedEmail> {
  const { projectId } = ref
  const { template, step } = open
  if (!template) throw notFound('template', step.templateId ?? '')
  const recipient = await findStepRecipient(open)
  if ('failed' in recipient) return recipient
  const content = contentOf(template, step.config)
  const contentId = await storeContent(projectId, content, retentionDays)
  const email = emailOf(ref, open, { template, recipient, subject: content.subject, contentId })
  return { email, entries: recipient.entries }
}

// A subject that the step sets is the same in every language.
function contentOf(template: TemplateRecord, { subject }: Overrides): ContentSource {
  if (subject === undefined) return template
  const translations = Object.entries(template.translations ?? {}).map(([locale, { body }]) => [
    locale,
    { subject, body },
  ])
  return {
    subject,
    body: template.body,
    translations: template.translations && Object.fromEntries(translations),
  }
}

interface Mail {
  template: TemplateRecord
  recipient: StepRecipient
  subject: string
  contentId: string
}

function emailOf(
  ref: StepRef,
  { execution, step }: OpenTemplateStep,
  { template, recipient: { contact, scope }, subject, contentId }: Mail,
): EmailRecord {
  const { from = template.from } = step.config as Overrides
  const { fromName, replyTo, type, _id: templateId } = template
  const { projectId, contactId, workflowId, depth } = execution
  const variables = escapeData({ scope })
  const mail = { projectId, from, fromName, replyTo, subject, contentId, variables, type, templateId }
  const recipient = {
    _id: stepEmailId(execution, ref),
    to: contact.email,
    toName: null,
  }
  return {
    ...draftEmail(
      { ...mail, headers: [], attachments: [], tags: [], tracking: null },
      { ...recipient, contactId: contact._id },
      execution.startedAt,
    ),
    aboutContactId: contact._id === contactId ? null : contactId,
    sourceType: 'WORKFLOW',
    executionId: execution._id,
    workflowId,
    stepId: step.id,
    sequence: ref.sequence,
    retries: ref.retries ?? null,
    depth,
  }
}
