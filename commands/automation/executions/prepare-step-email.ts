import { renderValues } from '../../../mail/rendering/render-values.js'
import type { ContactRecord } from '../../../models/contact.js'
import { isAddress, normaliseAddress, spellAddress } from '../../../models/domain/addresses.js'
import { planDataPatch } from '../../../models/domain/data.js'
import type { StepRef } from '../../../models/domain/next-step.js'
import { notFound } from '../../../models/domain/errors.js'
import { escapeData, unescapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import type { TemplateRecord } from '../../../models/template.js'
import { changeContact } from '../../audience/contacts/change-contact.js'
import { newEmail } from '../../../models/new-email.js'
import { deliveryIdOf } from '../../sending/emails/draft-email.js'
import { storeContent, type ContentSource } from '../../sending/emails/store-content.js'
import { answerHeaders } from './answer-headers.js'
import { executionScope, stepScope } from './execution-scope.js'
import { stepEmailId } from './find-step-email.js'
import type { OpenTemplateStep } from './open-step.js'

/** The config of a SEND_EMAIL step: fields that replace those of its template, and its recipient. */
interface SendConfig {
  subject?: string
  from?: string
  recipient?: { type: 'CONTACT' | 'CUSTOM'; customEmail?: string }
}

/** The recipient of a step's email, and the template's scope, which overrides the recipient's fields. */
interface Recipient {
  contact: Pick<ContactRecord, '_id' | 'email'>
  /** The address as the step spells it. */
  spelling: string
  scope: Record<string, unknown>
}

/**
 * Prepares the email of a SEND_EMAIL step, and stores its content alone. Null when the recipient that the step names is
 * no address. Throws TEMPLATE_NOT_FOUND and RenderError.
 */
export async function prepareStepEmail(
  ref: StepRef,
  open: OpenTemplateStep,
  retentionDays: number,
): Promise<EmailRecord | null> {
  const { projectId } = ref
  const { template, step } = open
  if (!template) throw notFound('template', step.templateId ?? '')
  const recipient = await findRecipient(open)
  if (!recipient) return null
  const content = contentOf(template, step.config)
  const contentId = await storeContent(projectId, content, retentionDays)
  const email = emailOf(ref, open, { template, recipient, subject: content.subject, contentId })
  return { ...email, headers: await answerHeaders(open.execution, email) }
}

/**
 * The recipient of a SEND_EMAIL step: the contact of its execution, or the contact of the address that the step names,
 * which is created if unknown. The template always sees the contact of the execution.
 */
async function findRecipient(open: OpenTemplateStep): Promise<Recipient | null> {
  const { recipient } = open.step.config as SendConfig
  if (recipient?.type !== 'CUSTOM') {
    return { contact: open.contact, spelling: open.contact.email, scope: executionScope(open) }
  }
  const scope = stepScope(open)
  const { projectId, depth } = open.execution
  const filling = { timeZone: open.project?.timezone }
  const spelling = spellAddress(await renderValues(recipient.customEmail ?? '', scope, projectId, filling))
  const email = normaliseAddress(spelling)
  if (!isAddress(email)) return null
  const { contact: other } = await changeContact({
    projectId,
    who: { email },
    patch: planDataPatch(undefined),
    subscribedWhenNew: false,
    source: 'workflow',
    depth,
  })
  return { contact: other, spelling, scope: { ...hiddenFields(other), ...scope } }
}

// The scope hides the fields of the recipient: the template must not show one that the contact of the execution lacks.
function hiddenFields({ data }: ContactRecord): Record<string, null> {
  return Object.fromEntries(Object.keys(unescapeData(data ?? {})).map((key) => [key, null]))
}

// A subject that the step sets is the same in every language.
function contentOf(template: TemplateRecord, { subject }: SendConfig): ContentSource {
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
  recipient: Recipient
  subject: string
  contentId: string
}

function emailOf(
  ref: StepRef,
  { execution, step }: OpenTemplateStep,
  { template, recipient: { contact, spelling, scope }, subject, contentId }: Mail,
): EmailRecord {
  const { from = template.from } = step.config as SendConfig
  const { fromName, replyTo, type, _id: templateId } = template
  const { projectId, contactId, workflowId, depth } = execution
  const _id = stepEmailId(execution, ref)
  const to = normaliseAddress(contact.email)
  return newEmail({
    _id,
    projectId,
    contactId: contact._id,
    to,
    ...(spelling === to ? {} : { toSpelling: spelling }),
    from,
    fromName,
    replyTo,
    subject,
    contentId,
    variables: escapeData({ scope }),
    type,
    templateId,
    temporalWorkflowId: deliveryIdOf(_id),
    createdAt: execution.startedAt,
    aboutContactId: contact._id === contactId ? null : contactId,
    sourceType: 'WORKFLOW',
    executionId: execution._id,
    workflowId,
    stepId: step.id,
    sequence: ref.sequence,
    retries: ref.retries ?? null,
    depth,
  })
}
