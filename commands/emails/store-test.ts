import { Contact, type ContactRecord } from '../../models/contact.js'
import { normaliseAddress } from '../../models/domain/addresses.js'
import { Email, type EmailRecord } from '../../models/email.js'
import { newEmail } from '../../models/new-email.js'
import { newId } from '../../runtime/ids.js'
import { inTransaction } from '../../runtime/mongodb/transaction.js'
import { spelledAs } from '../address-spellings.js'
import { setOff } from '../outbox/set-off.js'
import { checkSender } from './check-sender.js'
import { deliveryIdOf } from './draft-email.js'
import type { SendSettings } from './send-emails.js'
import { storeContent, type ContentSource } from './store-content.js'

const SUBJECT_PREFIX = '[TEST] '

/** A test of a message, to an address as it is spelled. */
export interface TestMessage extends Pick<EmailRecord, 'projectId' | 'from' | 'fromName' | 'replyTo' | 'type'> {
  to: string
  content: ContentSource
  /** The values of this test alone; `contact` is that of the address, null without one. */
  valuesFor?: (contact: ContactRecord | null) => Partial<Pick<EmailRecord, 'variables' | 'aboutContactId'>>
}

/**
 * Stores a test to be sent like every other message; its subject is marked. It is rendered with the contact of the
 * address, if there is one, is not tracked, and is in no counter. Throws DOMAIN_NOT_VERIFIED.
 */
export async function storeTest(
  { projectId, to: spelling, content, valuesFor, ...message }: TestMessage,
  settings: SendSettings,
): Promise<EmailRecord> {
  const { allowTestDomains, retentionDays } = settings
  await checkSender({ projectId, address: message.from, allowTestDomains })
  const to = normaliseAddress(spelling)
  const contact = await Contact.findOne({ projectId, email: spelledAs(to) }).lean()
  const marked = markedContent(content)
  const contentId = await storeContent(projectId, marked, retentionDays)
  const _id = newId()
  const email = newEmail({
    ...message,
    ...valuesFor?.(contact),
    _id,
    temporalWorkflowId: deliveryIdOf(_id),
    projectId,
    contactId: contact?._id ?? '',
    to,
    ...(spelling === to ? {} : { toSpelling: spelling }),
    subject: marked.subject,
    contentId,
    sourceType: 'TEST',
    tracking: false,
    createdAt: new Date(),
  })
  await inTransaction(async (session) => {
    // The schema requires a contact, which only a test message may lack: the insert is without validation.
    await Email.insertMany([email], { lean: true, session })
    await setOff(session, { kind: 'email', projectId, ids: [_id] })
  })
  return email
}

function markedContent({ subject, body, translations }: ContentSource): ContentSource {
  if (!translations) return { subject: SUBJECT_PREFIX + subject, body }
  const marked = Object.entries(translations).map(([tag, translation]) => {
    const { subject } = translation
    return [tag, { ...translation, ...(subject === undefined ? {} : { subject: SUBJECT_PREFIX + subject }) }]
  })
  return { subject: SUBJECT_PREFIX + subject, body, translations: Object.fromEntries(marked) }
}
