import type mongoose from 'mongoose'
import { storeAttachments, type AttachmentInput } from '../attachments.js'
import { Contact, type ContactRecord } from '../contact.js'
import { applyDataPatch, type DataPatch } from '../domain/data.js'
import { invalid, notFound, type FieldError } from '../domain/errors.js'
import { escapeData, unescapeData } from '../domain/fields.js'
import { Email, type EmailRecord } from '../email.js'
import type { IdempotencyClaim } from '../idempotency-key.js'
import { newId } from '../ids.js'
import { pending, type Intent } from '../intent.js'
import { Template, type MessageType, type TemplateRecord } from '../template.js'
import { inTransaction } from '../transaction.js'
import { changeContact } from './change-contact.js'
import { checkSender } from './check-sender.js'
import { storeWithClaim } from './claim-idempotency-key.js'
import { storeContent } from './store-content.js'

/** One address of a request; `field` is where the request names it (`to`, `to.3`). */
export interface Recipient {
  address: string
  name: string | null
  field: string
}

/** A transactional message to one or more recipients, as a client asks for it. */
export interface SendRequest {
  projectId: string
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
  tags: string[]
  claim: IdempotencyClaim | null
}

/** The settings of the installation that a send depends on. */
export interface SendSettings {
  allowTestDomains: boolean
  retentionDays: number
}

/** The message after template and request are laid over each other. */
interface Message {
  type: MessageType
  subject: string
  body: string
  from: { address: string; name: string | null }
  replyTo: string | null
  template: TemplateRecord | null
}

/**
 * Stores one email for each recipient with the intent to send it, and makes or changes their contacts.
 * Everything is checked before the first side effect, and the emails are stored together or not at all.
 * Throws TEMPLATE_NOT_FOUND, DOMAIN_NOT_VERIFIED, VALIDATION_ERROR, IDEMPOTENCY_KEY_REUSED.
 */
export async function sendEmails(
  request: SendRequest,
  settings: SendSettings,
): Promise<{ emails: EmailRecord[]; contacts: ContactRecord[]; intents: Intent[] }> {
  const message = await resolveMessage(request)
  await checkSender({
    projectId: request.projectId,
    address: message.from.address,
    allowTestDomains: settings.allowTestDomains,
  })
  await checkRecipients(request, message.type)

  const contentId = await storeContent(
    request.projectId,
    { subject: message.subject, body: message.body, translations: translationsOf(message, request) },
    settings.retentionDays,
  )
  const attachments = await storeAttachments(request.projectId, request.attachments)
  const contacts: ContactRecord[] = []
  const intents: Intent[] = []
  for (const { address } of request.recipients) {
    const changed = await changeContact({
      projectId: request.projectId,
      who: { email: address },
      patch: request.patch,
      subscribed: request.subscribed,
      subscribedWhenNew: false,
      source: 'send',
    })
    contacts.push(changed.contact)
    intents.push(...changed.intents)
  }
  const shared = { contentId, attachments, ...fieldsOf(request, message) }
  const drafts = request.recipients.map((recipient, index) => ({
    ...shared,
    _id: newId(),
    contactId: contacts[index]?._id ?? '',
    to: recipient.address,
    toName: recipient.name,
    dispatch: pending(),
  }))
  const emails = await storeEmails(drafts, request.claim)
  return { emails, contacts, intents: [...intents, ...emails.map(intentOf)] }
}

/** What a message lacks that has no template to supply it. */
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

// Text that the request brings itself is the same in every language.
function translationsOf({ template }: Message, request: SendRequest): TemplateRecord['translations'] {
  return request.subject === undefined && request.body === undefined ? (template?.translations ?? null) : null
}

async function checkRecipients(request: SendRequest, type: MessageType): Promise<void> {
  const { projectId, patch, recipients, subscribed } = request
  const changesData = Object.keys(patch.set).length > 0
  if (type === 'TRANSACTIONAL' && !changesData) return
  const addresses = recipients.map(({ address }) => address)
  const known = await Contact.find({ projectId, email: { $in: addresses } }).lean()
  for (const contact of known) applyDataPatch(unescapeData(contact.data ?? {}), patch)
  if (type === 'TRANSACTIONAL') return
  const isSubscribed = new Map(known.map((contact) => [contact.email, contact.subscribed]))
  const refused = recipients.filter(({ address }) => !(subscribed ?? isSubscribed.get(address) ?? false))
  if (refused.length > 0) {
    throw invalid(
      refused.map(({ field }) => ({
        field,
        code: 'unsubscribed',
        message: `A ${type} template is only sent to subscribed contacts`,
      })),
    )
  }
}

function fieldsOf(request: SendRequest, message: Message) {
  return {
    projectId: request.projectId,
    from: message.from.address,
    fromName: message.from.name,
    replyTo: message.replyTo,
    subject: message.subject,
    // What this request said wins over what the contact's fields say by the time the message leaves.
    variables: escapeData({ data: { ...request.patch.set, ...request.patch.oneOff } }),
    headers: request.headers,
    type: message.type,
    sourceType: 'TRANSACTIONAL' as const,
    templateId: message.template?._id ?? null,
    tags: request.tags,
  }
}

async function storeEmails(drafts: object[], claim: IdempotencyClaim | null): Promise<EmailRecord[]> {
  const insert = async (session?: mongoose.ClientSession): Promise<EmailRecord[]> => {
    const stored = await Email.insertMany(drafts, session ? { session } : {})
    return stored.map((email) => email.toObject())
  }
  if (!claim && drafts.length === 1) return insert()
  const emails = await inTransaction(async (session) => {
    if (claim) await storeWithClaim(claim, session)
    return insert(session)
  })
  if (claim) claim.isStored = true
  return emails
}

function intentOf({ _id: id, projectId }: EmailRecord): Intent {
  return { kind: 'email', projectId, id }
}
