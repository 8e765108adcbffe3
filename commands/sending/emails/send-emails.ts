import { GATHERED_BY_SHARD, projectsOf } from '../../../models/by-shard.js'
import type { ClientSession } from 'mongoose'
import type { MessageType } from '../../../models/domain/message-kinds.js'
import { claimAttachments, dropAttachments, storeAttachments, type AttachmentInput } from './attachments.js'
import type { DataPatch } from '../../../models/domain/data.js'
import { AppError, invalid, notFound, type FieldError } from '../../../models/domain/errors.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import type { IdempotencyClaim } from '../../../models/idempotency-key.js'
import { newId } from '../../../runtime/ids.js'
import type { SharedVariablesRecord } from '../../../models/shared-variables.js'
import { Template, type TemplateRecord, type Translation } from '../../../models/template.js'
import { WITHOUT_SOURCES } from '../../../models/message.js'
import { batchCalls } from '../../../runtime/concurrency/batch-calls.js'
import { createLimiter } from '../../../runtime/concurrency/limiter.js'
import { changeContacts, checkChanges } from '../../audience/contacts/change-contact.js'
import type { ContactChange } from '../../audience/contacts/contact-change.js'
import { checkSender, requireDomainAmong } from './check-sender.js'
import { draftEmail, type EmailDraft } from './draft-email.js'
import { shareVariables, storeSharedVariables } from './shared-variables.js'
import { storeContent, type ContentSource } from './store-content.js'

/** One recipient of a request. `field` is the place of the address in the request (`to`, `to.3`). */
export interface Recipient {
  /** The normalised address. */
  address: string
  /** The address for the header and the envelope, if it differs from `address`. */
  spelling?: string
  name: string | null
  field: string
}

/** The request of a client to send a transactional message to one or more recipients. */
export interface SendRequest {
  projectId: string
  /** Each address occurs once. */
  recipients: Recipient[]
  subject?: string | undefined
  body?: string | undefined
  templateId?: string | undefined
  from?: { address: string; name: string | null } | undefined
  replyTo?: string | undefined
  subscribed?: boolean | undefined
  patch: DataPatch
  headers: [string, string][]
  attachments: AttachmentInput[]
  /** The project's setting if omitted. */
  tracking?: boolean | undefined
  tags: string[]
  claim: IdempotencyClaim | null
  /** The only domains that the sender of the request may send from; all of the project if omitted or null. */
  senderDomains?: readonly string[] | null
  /** See `EmailRecord`. */
  answerableProjectId?: string | undefined
}

/** The settings of the installation that a send depends on. */
export interface SendSettings {
  allowTestDomains: boolean
  retentionDays: number
}

const MAX_BATCH = 100
// A request with more recipients keeps the process and the database so busy that it would delay other requests.
const LARGE_SEND = 50
const limitLargeSends = createLimiter({ concurrency: 2, concurrencyPerKey: 1 })

/** The message that results from the template and the request, whose fields override those of the template. */
interface Message {
  type: MessageType
  subject: string
  body: string
  from: { address: string; name: string | null }
  replyTo: string | null
  template: TemplateRecord | null
}

/**
 * Stores one email to be sent for each recipient, in the order of the recipients, and creates or changes their
 * contacts. Fields for which the project has no room are used for the message alone. Everything is checked before the
 * first side effect, and the emails are stored together or not at all. Throws TEMPLATE_NOT_FOUND, DOMAIN_NOT_VERIFIED,
 * FORBIDDEN for a domain that is not among `senderDomains`, VALIDATION_ERROR, IDEMPOTENCY_KEY_REUSED.
 */
export async function sendEmails(request: SendRequest, settings: SendSettings): Promise<EmailRecord[]> {
  const { projectId, claim } = request
  const message = await resolveMessage(request)
  if (request.senderDomains) requireDomainAmong(request.senderDomains, message.from.address)
  await checkSender({
    projectId,
    address: message.from.address,
    allowTestDomains: settings.allowTestDomains,
  })
  const store = (): Promise<EmailRecord[]> => storeEmails(request, message, settings)
  const emails = await (request.recipients.length > LARGE_SEND ? limitLargeSends(projectId, store) : store())
  if (claim) claim.isStored = true
  return emails
}

/** Stores the emails with their contacts. Requests with one recipient share a transaction with other requests. */
async function storeEmails(
  request: SendRequest,
  message: Message,
  { retentionDays }: SendSettings,
): Promise<EmailRecord[]> {
  const { projectId, recipients, claim } = request
  const changeOf = (recipient: Recipient): ContactChange => contactChangeOf(request, message, recipient)
  // The check comes first, so that a refused request uploads no files.
  if (recipients.length > 1 || request.attachments.length > 0) await checkChanges(recipients.map(changeOf))
  const contentId = await storeContent(projectId, contentOf(message, request), retentionDays)
  const attachments = await storeAttachments(projectId, request.attachments)
  const { fields, shared } = splitVariables(request, retentionDays)
  const draft = { ...fieldsOf(request, message), contentId, attachments, ...fields }
  const fileIds = attachments.map(({ fileId }) => fileId)
  const storeShared = async (session: ClientSession): Promise<void> => {
    await claimAttachments(projectId, fileIds, session)
    if (shared) await storeSharedVariables(shared, session)
  }
  try {
    const changed = await changeContacts({
      changes: recipients.map((recipient) => ({ ...changeOf(recipient), email: emailTo(recipient, draft) })),
      claim,
      alongside: shared || fileIds.length > 0 ? storeShared : undefined,
    })
    return changed.flatMap(({ email }) => email ?? [])
  } catch (error) {
    // After any other error the emails may be stored, and then need their files.
    if (error instanceof AppError && fileIds.length > 0) await dropAttachments(projectId, fileIds)
    throw error
  }
}

/** The required fields that neither the request nor a template supplies. */
export function missingContent(content: { subject?: unknown; body?: unknown; from?: unknown }): FieldError[] {
  const errors: FieldError[] = []
  if (content.subject === undefined || content.body === undefined) {
    errors.push({ field: 'template', code: 'required', message: 'Provide a template, or both subject and body' })
  }
  if (content.from === undefined) {
    errors.push({ field: 'from', code: 'required', message: 'Provide from, or a template with a sender' })
  }
  return errors
}

async function resolveMessage(request: SendRequest): Promise<Message> {
  const { projectId, templateId } = request
  const template = templateId ? await findTemplate({ projectId, templateId }) : null
  if (templateId && !template) throw notFound('template', templateId)
  const { subject = template?.subject, body = template?.body } = request
  const from = request.from ?? (template ? { address: template.from, name: template.fromName } : undefined)
  if (subject === undefined || body === undefined || !from) throw invalid(missingContent({ subject, body, from }))
  return {
    type: template?.type ?? 'TRANSACTIONAL',
    subject,
    body,
    from,
    replyTo: request.replyTo ?? template?.replyTo ?? null,
    template,
  }
}

/** Finds a template. Concurrent requests share a query. */
const findTemplate = batchCalls<{ projectId: string; templateId: string }, TemplateRecord | null>({
  ...GATHERED_BY_SHARD,
  maxBatch: MAX_BATCH,
  concurrencyPerKey: 2,
  async run(requests) {
    const _id = { $in: [...new Set(requests.map(({ templateId }) => templateId))] }
    const found = await Template.find({ _id, projectId: projectsOf(requests) }, WITHOUT_SOURCES).lean()
    const byId = new Map(found.map((template) => [template._id, template]))
    return requests.map((request) => {
      const template = byId.get(request.templateId)
      return template?.projectId === request.projectId ? template : null
    })
  },
})

function contentOf(message: Message, request: SendRequest): ContentSource {
  return { subject: message.subject, body: message.body, translations: translationsOf(message, request) }
}

/**
 * The translations of the template, without the subject or body that the request sets: it is the same in every
 * language.
 */
function translationsOf({ template }: Message, request: SendRequest): ContentSource['translations'] {
  const { subject, body } = request
  if (!template?.translations || (subject !== undefined && body !== undefined)) return null
  if (subject === undefined && body === undefined) return template.translations
  const untouchedFields = (translation: Translation): Partial<Translation> => ({
    ...(subject === undefined ? { subject: translation.subject } : {}),
    ...(body === undefined ? { body: translation.body } : {}),
  })
  return Object.fromEntries(Object.entries(template.translations).map(([tag, text]) => [tag, untouchedFields(text)]))
}

function contactChangeOf(
  { projectId, patch, subscribed }: SendRequest,
  { type }: Message,
  { address, name, field }: Recipient,
): ContactChange {
  return {
    projectId,
    who: { email: address },
    patch,
    nameWhenMissing: name,
    subscribed,
    subscribedWhenNew: false,
    room: 'fitting',
    source: 'send',
    refuse: ({ isSubscribed }) => (isSubscribed || type === 'TRANSACTIONAL' ? [] : [unsubscribed(field, type)]),
  }
}

function unsubscribed(field: string, type: MessageType): FieldError {
  return { field, code: 'unsubscribed', message: `${type} templates are sent to subscribed contacts only` }
}

function fieldsOf(request: SendRequest, message: Message) {
  return {
    projectId: request.projectId,
    from: message.from.address,
    fromName: message.from.name,
    replyTo: message.replyTo,
    subject: message.subject,
    type: message.type,
    templateId: message.template?._id ?? null,
    tracking: request.tracking ?? null,
    tags: request.tags,
    ...(request.answerableProjectId === undefined ? {} : { answerableProjectId: request.answerableProjectId }),
  }
}

/** The variables of a request: the fields of each email, and the document for variables that several emails share. */
function splitVariables(
  { projectId, patch, headers, recipients }: SendRequest,
  retentionDays: number,
): {
  fields: Pick<EmailDraft, 'variables' | 'headers' | 'sharedVariablesId'>
  shared: SharedVariablesRecord | null
} {
  // When the message is rendered, values of the request override the contact's fields.
  const data = escapeData({ ...patch.set, ...patch.oneOff })
  const shared = shareVariables({ projectId, data, headers, emails: recipients.length }, retentionDays)
  if (!shared) return { fields: { variables: { data }, headers }, shared }
  return { fields: { variables: null, headers: [], sharedVariablesId: shared._id }, shared }
}

/** Makes the email to one recipient of a request. The emails of a request differ only in their recipients. */
function emailTo({ address: to, spelling, name: toName }: Recipient, draft: EmailDraft) {
  return (contactId: string): EmailRecord =>
    draftEmail(draft, { _id: newId(), contactId, to, spelling, toName }, new Date())
}
