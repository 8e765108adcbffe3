import type { ClientSession } from 'mongoose'
import { claimAttachments, dropAttachments, storeAttachments, type AttachmentInput } from './attachments.js'
import type { DataPatch } from '../../models/domain/data.js'
import { AppError, invalid, notFound, type FieldError } from '../../models/domain/errors.js'
import { escapeData } from '../../models/domain/fields.js'
import type { EmailRecord } from '../../models/email.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import { newId } from '../../runtime/ids.js'
import type { SharedVariablesRecord } from '../../models/shared-variables.js'
import { Template, type MessageType, type TemplateRecord, type Translation } from '../../models/template.js'
import { batchCalls } from '../../runtime/concurrency/batch-calls.js'
import { createLimiter } from '../../runtime/concurrency/limiter.js'
import { changeContacts, checkChanges } from '../contacts/change-contact.js'
import type { ContactChange } from '../contacts/contact-change.js'
import { checkSender } from './check-sender.js'
import { draftEmail, type EmailDraft } from './draft-email.js'
import { shareVariables, storeSharedVariables } from './shared-variables.js'
import { storeContent, type ContentSource } from './store-content.js'

/** One address of a request; `field` is where the request names it (`to`, `to.3`). */
export interface Recipient {
  /** Its identity. */
  address: string
  /** The address for the header and the envelope, where that is not the identity. */
  spelling?: string
  name: string | null
  field: string
}

/** A transactional message to one or more recipients, as a client asks for it. */
export interface SendRequest {
  projectId: string
  /** Each address once. */
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
  /** Omitted: as the project's setting says. */
  tracking?: boolean | undefined
  tags: string[]
  claim: IdempotencyClaim | null
  /** See `EmailRecord`. */
  answerableProjectId?: string | undefined
}

/** The settings of the installation that a send depends on. */
export interface SendSettings {
  allowTestDomains: boolean
  retentionDays: number
}

const MAX_TOGETHER = 100
// So many recipients keep the process and the database busy long enough for other requests to notice.
const LARGE_SEND = 50
const limitLargeSends = createLimiter({ concurrency: 2, concurrencyPerKey: 1 })

/** The message that results from the template and the fields of the request over it. */
interface Message {
  type: MessageType
  subject: string
  body: string
  from: { address: string; name: string | null }
  replyTo: string | null
  template: TemplateRecord | null
}

/**
 * Stores one email for each recipient, in their order, to be sent, and creates or changes their
 * contacts. Fields that the project has no room for are used for the message alone. Everything is checked before the
 * first side effect, and the emails are stored together or not at all. Throws TEMPLATE_NOT_FOUND, DOMAIN_NOT_VERIFIED,
 * VALIDATION_ERROR, IDEMPOTENCY_KEY_REUSED.
 */
export async function sendEmails(request: SendRequest, settings: SendSettings): Promise<EmailRecord[]> {
  const { projectId, claim } = request
  const message = await resolveMessage(request)
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

/** Stores the emails with their contacts; that of one recipient together with those of other requests. */
async function storeEmails(
  request: SendRequest,
  message: Message,
  { retentionDays }: SendSettings,
): Promise<EmailRecord[]> {
  const { projectId, recipients, claim } = request
  const changeOf = (recipient: Recipient): ContactChange => contactChangeOf(request, message, recipient)
  // A request that is refused uploads no files.
  if (recipients.length > 1 || request.attachments.length > 0) await checkChanges(recipients.map(changeOf))
  const contentId = await storeContent(projectId, contentOf(message, request), retentionDays)
  const attachments = await storeAttachments(projectId, request.attachments)
  const { own, shared } = splitVariables(request, retentionDays)
  const draft = { ...fieldsOf(request, message), contentId, attachments, ...own }
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
    // After any other error the emails may be stored nevertheless, and then need their files.
    if (error instanceof AppError && fileIds.length > 0) await dropAttachments(projectId, fileIds)
    throw error
  }
}

/** The required fields that neither the request nor a template supplies. */
export function missingContent(given: { subject?: unknown; body?: unknown; from?: unknown }): FieldError[] {
  const errors: FieldError[] = []
  if (given.subject === undefined || given.body === undefined) {
    errors.push({ field: 'template', code: 'required', message: 'Give a template, or both subject and body' })
  }
  if (given.from === undefined) {
    errors.push({ field: 'from', code: 'required', message: 'Give a sender, or a template that has one' })
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

/** Finds a template, together with those of other requests of its project. */
const findTemplate = batchCalls<{ projectId: string; templateId: string }, TemplateRecord | null>({
  keyOf: ({ projectId }) => projectId,
  maxBatch: MAX_TOGETHER,
  concurrencyPerKey: 2,
  async run(asked) {
    const _id = { $in: [...new Set(asked.map(({ templateId }) => templateId))] }
    const found = await Template.find({ _id, projectId: asked[0]?.projectId ?? '' }).lean()
    const byId = new Map(found.map((template) => [template._id, template]))
    return asked.map(({ templateId }) => byId.get(templateId) ?? null)
  },
})

function contentOf(message: Message, request: SendRequest): ContentSource {
  return { subject: message.subject, body: message.body, translations: translationsOf(message, request) }
}

/** The translations of the template without what the request gives itself, which is the same in every language. */
function translationsOf({ template }: Message, request: SendRequest): ContentSource['translations'] {
  const { subject, body } = request
  if (!template?.translations || (subject !== undefined && body !== undefined)) return null
  if (subject === undefined && body === undefined) return template.translations
  const withoutOwn = (translation: Translation): Partial<Translation> => ({
    ...(subject === undefined ? { subject: translation.subject } : {}),
    ...(body === undefined ? { body: translation.body } : {}),
  })
  return Object.fromEntries(Object.entries(template.translations).map(([tag, text]) => [tag, withoutOwn(text)]))
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
  return { field, code: 'unsubscribed', message: `A ${type} template is only sent to subscribed contacts` }
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

/** The variables in each email of a request, and the document of those that several emails share. */
function splitVariables(
  { projectId, patch, headers, recipients }: SendRequest,
  retentionDays: number,
): {
  own: Pick<EmailDraft, 'variables' | 'headers' | 'sharedVariablesId'>
  shared: SharedVariablesRecord | null
} {
  // Values of the request win over the contact's fields at the time the message is rendered.
  const data = escapeData({ ...patch.set, ...patch.oneOff })
  const shared = shareVariables({ projectId, data, headers, emails: recipients.length }, retentionDays)
  if (!shared) return { own: { variables: { data }, headers }, shared }
  return { own: { variables: null, headers: [], sharedVariablesId: shared._id }, shared }
}

/** Makes the email to a recipient of a request, all of whose emails differ only in that. */
function emailTo({ address: to, spelling, name: toName }: Recipient, draft: EmailDraft) {
  return (contactId: string): EmailRecord =>
    draftEmail(draft, { _id: newId(), contactId, to, spelling, toName }, new Date())
}
