import type { ClientSession } from 'mongoose'
import type { InboundMessage } from '../../../mail/inbound/inbound-message.js'
import { isAddress, normaliseAddress } from '../../../models/domain/addresses.js'
import { Contact } from '../../../models/contact.js'
import { Email, type AttachmentRecord, type EmailRecord } from '../../../models/email.js'
import type { EmailCounter } from '../../../models/daily-count.js'
import { ReceivedBody, type Verdicts } from '../../../models/received-body.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isDuplicateKey } from '../../../runtime/mongodb/duplicate-key.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { changeContact } from '../../audience/contacts/change-contact.js'
import { claimAttachments, dropAttachments, storeAttachments } from '../emails/attachments.js'
import { newEmail } from '../../../models/new-email.js'
import { writeEvents } from '../../base/events/write-events.js'
import type { MailOrigin } from './received-mail.js'
import { spelledAs } from '../../base/listing/address-spellings.js'

const DAY_MS = 86_400_000
// The event carries no more of the body than fits into the context of an execution that it starts.
const BODY_IN_EVENT = 32_768

/** A message for one project. `id` is the id of its email; `recipients` are the recipients at the project's domains. */
export interface ForProject {
  id: string
  projectId: string
  recipients: readonly string[]
  mail: Pick<MailOrigin, 'sender'>
  message: InboundMessage
  verdicts: Verdicts
  retentionDays: number
  admitContact: AdmitContact
}

/** Counts one more new contact by received mail; resolves to false if the project has reached its limit. */
export type AdmitContact = (projectId: string) => Promise<boolean>

/**
 * Stores a received message as an email of its project, with its body, its files and the event `email.received`. A new
 * sender becomes a contact that is not subscribed. If the project has got too many new contacts by mail, the email has
 * no contact. The event of an automatic message starts nothing, because two machines would answer each other for ever.
 * A message that is stored already stays as it is.
 */
export async function storeReceived(received: ForProject): Promise<void> {
  const { id, projectId, mail, message, verdicts } = received
  if (await Email.exists({ _id: id, projectId })) return
  const from = senderOf(mail, message)
  const contactId = await contactOf(received, from)
  // A message with a virus is stored without its files.
  const files = verdicts.virus === 'FAIL' ? [] : message.files
  const contents = files.map((file) => ({ ...file, content: Buffer.from(file.content) }))
  const attachments = await storeAttachments(projectId, contents)
  const fileIds = attachments.map(({ fileId }) => fileId)
  const email = emailOf(received, from, contactId, attachments)
  try {
    await inTransaction(async (session) => {
      await Email.collection.insertOne(email, { session, ignoreUndefined: true })
      await storeBody(received, session)
      await claimAttachments(projectId, fileIds, session)
      await writeEvents([eventOf(received, email)], session)
    })
  } catch (error) {
    await dropAttachments(projectId, fileIds)
    // Another gateway has stored the same message at the same moment.
    if (!isDuplicateKey(error)) throw error
  }
}

/** The address in From if it is valid; else the sender of the envelope. */
function senderOf({ sender }: Pick<MailOrigin, 'sender'>, { from }: InboundMessage): string {
  const shown = normaliseAddress(from?.address ?? '')
  return isAddress(shown) ? shown : normaliseAddress(sender)
}

/** The id of the contact of a sender; empty if the sender is no address or the project has reached its limit. */
async function contactOf({ projectId, admitContact }: ForProject, email: string): Promise<string> {
  if (!isAddress(email)) return ''
  const contact = await Contact.findOne({ projectId, email: spelledAs(email) }, { _id: 1 }).lean()
  if (contact) return contact._id
  // Anybody can forge From, so without a limit strangers could fill the project with contacts.
  if (!(await admitContact(projectId))) return ''
  const { contact: newContact } = await changeContact({
    projectId,
    who: { email },
    patch: { set: {}, unset: [], clearAll: false, oneOff: {} },
    subscribedWhenNew: false,
    source: 'inbound',
  })
  return newContact._id
}

function emailOf(
  { id, projectId, recipients, message }: ForProject,
  from: string,
  contactId: string,
  attachments: AttachmentRecord[],
): EmailRecord {
  return newEmail({
    _id: id,
    projectId,
    contactId,
    to: recipients[0] ?? '',
    from,
    fromName: message.from?.name || null,
    replyTo: message.replyTo?.address ?? null,
    subject: message.subject,
    contentId: '',
    attachments,
    type: 'TRANSACTIONAL',
    sourceType: 'INBOUND',
    status: 'RECEIVED',
    messageId: message.messageId,
    createdAt: databaseNow(),
  })
}

async function storeBody(
  { id, projectId, message, verdicts, retentionDays }: ForProject,
  session: ClientSession,
): Promise<void> {
  const body = {
    _id: id,
    projectId,
    text: message.text,
    html: message.html,
    cc: message.cc.map(({ address }) => address),
    inReplyTo: message.inReplyTo,
    references: message.references,
    verdicts,
    isAutomatic: message.isAutomatic,
    faults: message.faults,
    expiresAt: new Date(databaseNow().getTime() + retentionDays * DAY_MS),
  }
  await ReceivedBody.collection.insertOne(body, { session })
}

function eventOf({ id, projectId, recipients, message, verdicts }: ForProject, email: EmailRecord) {
  const { spam, virus, spf, dkim, dmarc } = verdicts
  const body = message.text ?? message.html
  return {
    id,
    projectId,
    contactId: email.contactId || null,
    emailId: id,
    name: 'email.received',
    isSilent: message.isAutomatic,
    counted: message.isAutomatic ? [] : (['received'] satisfies EmailCounter[]),
    data: {
      emailId: id,
      messageId: message.messageId,
      from: email.from,
      fromHeader: message.from,
      to: email.to,
      subject: message.subject,
      timestamp: email.createdAt,
      recipients,
      hasContent: body !== null,
      body: body === null ? null : body.slice(0, BODY_IN_EVENT),
      isAutomatic: message.isAutomatic,
      spamVerdict: spam,
      virusVerdict: virus,
      spfVerdict: spf,
      dkimVerdict: dkim,
      dmarcVerdict: dmarc,
    },
  }
}
