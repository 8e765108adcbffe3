import { claimAttachments, dropAttachments, storeAttachments, type AttachmentInput } from './attachments.js'
import type { DataPatch } from '../../models/domain/data.js'
import { AppError, invalid, notFound, type FieldError } from '../../models/domain/errors.js'
import { escapeData } from '../../models/domain/fields.js'
import { Email, type EmailRecord } from '../../models/email.js'
import type { IdempotencyClaim } from '../../models/idempotency-key.js'
import { newId } from '../../runtime/ids.js'
import type { OutboxEntry } from '../../models/outbox-entry.js'
import type { SharedVariablesRecord } from '../../models/shared-variables.js'
import { Template, type MessageType, type TemplateRecord, type Translation } from '../../models/template.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import {
  changeContacts,
  planContactsChange,
  type ContactsChange,
  type ContactsPlan,
} from '../contacts/change-contacts.js'
import { checkSender } from './check-sender.js'
import { storeWithClaim } from '../idempotency/claim-idempotency-key.js'
import { setOff } from '../outbox/set-off.js'
import { createSetOffTogether } from '../outbox/set-off-together.js'
import { shareVariables, storeSharedVariables } from './shared-variables.js'
import { storeContent, type ContentSource } from './store-content.js'

/** One address of a request; `field` is where the request names it (`to`, `to.3`). */
export interface Recipient {
  address: string
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
}

/** The settings of the installation that a send depends on. */
export interface SendSettings {
  allowTestDomains: boolean
  retentionDays: number
}

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
 * Stores one email for each recipient, in their order, with the entry to send it, and creates or changes their
 * contacts. Everything is checked before the first side effect, and the emails are stored together or not at all.
 * Throws TEMPLATE_NOT_FOUND, DOMAIN_NOT_VERIFIED, VALIDATION_ERROR, IDEMPOTENCY_KEY_REUSED.
 */
export async function sendEmails(
  request: SendRequest,
  settings: SendSettings,
): Promise<{ emails: EmailRecord[]; entries: OutboxEntry[] }> {
  const { projectId, claim } = request
  const message = await resolveMessage(request)
  await checkSender({
    projectId,
    address: message.from.address,
    allowTestDomains: settings.allowTestDomains,
  })
  const change = contactsChangeOf(request)
  const plan = await planContactsChange(change)
  refuseFaults(request, message.type, plan)

  const contentId = await storeContent(
    projectId,
    { subject: message.subject, body: message.body, translations: translationsOf(message, request) },
    settings.retentionDays,
  )
  const { ids, entries } = await changeContacts(change, plan)
  const attachments = await storeAttachments(projectId, request.attachments)
  const { own, shared } = splitVariables(request, settings.retentionDays)
  const emails = await draftEmails(request, ids, { contentId, attachments, ...fieldsOf(request, message), ...own })
  const fileIds = attachments.map(({ fileId }) => fileId)
  try {
    const stored = await storeEmails(emails, { projectId, fileIds, shared, claim })
    return { emails, entries: [...entries, ...stored] }
  } catch (error) {
    // After any other error the emails may be stored nevertheless, and then need their files.
    if (error instanceof AppError) await dropAttachments(projectId, fileIds)
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
  const template = templateId ? await Template.findOne({ _id: templateId, projectId }).lean() : null
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

function contactsChangeOf({ projectId, recipients, patch, subscribed }: SendRequest): ContactsChange {
  const emails = recipients.map(({ address }) => address)
  return { projectId, emails, patch, subscribed, subscribedWhenNew: false, source: 'send' }
}

function refuseFaults({ recipients }: SendRequest, type: MessageType, plan: ContactsPlan): void {
  const refused = type === 'TRANSACTIONAL' ? [] : recipients.filter(({ address }) => !plan.subscribed.has(address))
  const faults = refused.map(({ field }): FieldError => {
    return { field, code: 'unsubscribed', message: `A ${type} template is only sent to subscribed contacts` }
  })
  if (faults.length + plan.faults.length > 0) throw invalid([...faults, ...plan.faults])
}

function fieldsOf(request: SendRequest, message: Message) {
  return {
    projectId: request.projectId,
    from: message.from.address,
    fromName: message.from.name,
    replyTo: message.replyTo,
    subject: message.subject,
    type: message.type,
    sourceType: 'TRANSACTIONAL' as const,
    templateId: message.template?._id ?? null,
    tracking: request.tracking ?? null,
    tags: request.tags,
  }
}

/** The variables in each email of a request, and the document of those that several emails share. */
function splitVariables(
  { projectId, patch, headers, recipients }: SendRequest,
  retentionDays: number,
): { own: Partial<EmailRecord>; shared: SharedVariablesRecord | null } {
  // Values of the request win over the contact's fields at the time the message is rendered.
  const data = escapeData({ ...patch.set, ...patch.oneOff })
  const shared = shareVariables({ projectId, data, headers, emails: recipients.length }, retentionDays)
  return { own: shared ? { sharedVariablesId: shared._id } : { variables: { data }, headers }, shared }
}

/** The emails of a request. They differ only in their recipient, so that the first is validated for all. */
async function draftEmails(
  { recipients }: SendRequest,
  contactIds: ReadonlyMap<string, string>,
  shared: Partial<EmailRecord>,
): Promise<EmailRecord[]> {
  const now = new Date()
  const drafts = recipients.map(({ address: to, name: toName }) => {
    return { _id: newId(), contactId: contactIds.get(to) ?? '', to, toName, createdAt: now, updatedAt: now }
  })
  const first = new Email({ ...shared, ...drafts[0] })
  await first.validate()
  const common = first.toObject()
  return drafts.map((draft) => ({ ...common, ...draft }))
}

/** The rest of a request that is stored in one transaction with its emails. */
interface WithEmails {
  projectId: string
  fileIds: string[]
  shared: SharedVariablesRecord | null
  claim: IdempotencyClaim | null
}

/** Stores the one email of a request, together with those of others. */
const storeEmail = createSetOffTogether<{ email: EmailRecord; claim: IdempotencyClaim | null }>('email', {
  documentOf: ({ email }) => email,
  async write(items, session) {
    for (const { claim } of items) if (claim) await storeWithClaim(claim, session)
    const emails = items.map(({ email }) => email)
    await Email.insertMany(emails, { lean: true, session })
  },
})

async function storeEmails(emails: EmailRecord[], request: WithEmails): Promise<OutboxEntry[]> {
  const { fileIds, shared, claim } = request
  const [email, ...others] = emails
  const isAlone = email && others.length === 0 && fileIds.length === 0 && !shared
  const entries = await (isAlone ? storeEmail({ email, claim }) : storeAll(emails, request))
  if (claim) claim.isStored = true
  return entries
}

function storeAll(emails: EmailRecord[], { projectId, fileIds, shared, claim }: WithEmails): Promise<OutboxEntry[]> {
  return inTransaction(async (session) => {
    if (claim) await storeWithClaim(claim, session)
    await claimAttachments(projectId, fileIds, session)
    if (shared) await storeSharedVariables(shared, session)
    await Email.insertMany(emails, { lean: true, session })
    return setOff(session, { kind: 'email', projectId, ids: emails.map(({ _id }) => _id) })
  })
}
