import type { StepRef } from '../../models/domain/directive.js'
import { notFound } from '../../models/domain/errors.js'
import { escapeData } from '../../models/domain/fields.js'
import { isDuplicateKey } from '../../runtime/mongodb/duplicate-key.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { newId } from '../../runtime/ids.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import { Template, type TemplateRecord } from '../../models/template.js'
import { storeContent, type ContentSource } from '../emails/store-content.js'
import { findStepEmail } from './find-step-email.js'
import { findStepRecipient, type StepRecipient } from './find-step-recipient.js'
import type { OpenTemplateStep } from './record-step-outcome.js'

/** The email of a step with the entries that its creation set off, or the reason why there is none. */
export type PreparedEmail = { email: EmailRecord; entries: OutboxEntry[] } | { failed: string }

/** Fields of a SEND_EMAIL step that replace those of its template. */
interface Overrides {
  subject?: string
  from?: string
}

/**
 * The email of a SEND_EMAIL step: created on the first try, found again on every other, so that a step sends once.
 * Throws TEMPLATE_NOT_FOUND.
 */
export async function prepareStepEmail(
  ref: StepRef,
  open: OpenTemplateStep,
  retentionDays: number,
): Promise<PreparedEmail> {
  const { projectId } = ref
  const made = await findStepEmail(ref)
  if (made) return { email: made, entries: [] }
  const { step } = open
  const template = step.templateId ? await Template.findOne({ _id: step.templateId, projectId }).lean() : null
  if (!template) throw notFound('template', step.templateId ?? '')
  const recipient = await findStepRecipient(open)
  if ('failed' in recipient) return recipient
  const content = contentOf(template, step.config)
  const contentId = await storeContent(projectId, content, retentionDays)
  const { subject } = content
  const email = await createOnce(ref, { ...fieldsOf(open, template, recipient), subject, contentId })
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

function fieldsOf({ execution, step }: OpenTemplateStep, template: TemplateRecord, { contact, scope }: StepRecipient) {
  const { from = template.from } = step.config as Overrides
  return {
    contactId: contact._id,
    to: contact.email,
    aboutContactId: contact._id === execution.contactId ? null : execution.contactId,
    from,
    fromName: template.fromName,
    replyTo: template.replyTo,
    variables: escapeData({ scope }),
    type: template.type,
    sourceType: 'WORKFLOW' as const,
    templateId: template._id,
    workflowId: execution.workflowId,
    stepId: step.id,
    depth: execution.depth,
  }
}

async function createOnce(ref: StepRef, fields: Partial<EmailRecord>): Promise<EmailRecord> {
  const { projectId, executionId, sequence, retries = null } = ref
  const place = { projectId, executionId, sequence, retries }
  try {
    const email = await Email.create({ _id: newId(), ...fields, ...place })
    return email.toObject()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return Email.findOne(place).orFail().lean()
  }
}
