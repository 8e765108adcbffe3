import { Contact, type ContactRecord } from '../../../models/contact.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { newEmail } from '../../../models/new-email.js'
import type { ProjectRecord } from '../../../models/project.js'
import type { Config } from '../../../runtime/config.js'
import { newId } from '../../../runtime/ids.js'
import { inTransaction } from '../../../runtime/mongodb/transaction.js'
import { spelledAs } from '../../base/listing/address-spellings.js'
import type { BillingSettings } from '../../tenancy/billing/project-limits.js'
import { withinSendLimit } from '../../tenancy/billing/within-send-limit.js'
import { setOff } from '../../base/outbox/set-off.js'
import { admitStranger } from './admit-stranger.js'
import { checkSender } from './check-sender.js'
import { deliveryIdOf } from './draft-email.js'
import type { SendSettings } from './send-emails.js'
import { storeContent, type ContentSource } from './store-content.js'

const SUBJECT_PREFIX = '[TEST] '

/** The settings and the project that limit tests. */
export interface TestSettings extends SendSettings, BillingSettings {
  project: Pick<ProjectRecord, '_id' | 'billing'>
  /** How many addresses that are not of members get tests of the project in a day. */
  strangersPerDay: number
}

/** The `TestSettings` of a project, from the configuration. */
export function testSettings(
  { ALLOW_TEST_DOMAINS, EMAIL_BODY_RETENTION_DAYS, TEST_STRANGERS_PER_DAY }: Config,
  project: TestSettings['project'],
  hasBilling: boolean,
): TestSettings {
  return {
    allowTestDomains: ALLOW_TEST_DOMAINS,
    retentionDays: EMAIL_BODY_RETENTION_DAYS,
    strangersPerDay: TEST_STRANGERS_PER_DAY,
    project,
    hasBilling,
  }
}

/** A test of a message, to an address as it is spelled. */
export interface TestMessage extends Pick<EmailRecord, 'from' | 'fromName' | 'replyTo' | 'type'> {
  to: string
  content: ContentSource
  /** The values of this test alone; `contact` is that of the address, null without one. */
  valuesFor?: (contact: ContactRecord | null) => Partial<Pick<EmailRecord, 'variables' | 'aboutContactId'>>
}

/**
 * Stores a test to be sent like every other message; its subject is marked. It is rendered with the contact of the
 * address, if there is one, is not tracked, and counts for the reputation of the project and as a transactional email
 * of its limit, but neither in analytics nor for a campaign. Throws DOMAIN_NOT_VERIFIED, BILLING_LIMIT_EXCEEDED, and
 * RATE_LIMIT_EXCEEDED as `admitStranger` does.
 */
export async function storeTest({ to, ...message }: TestMessage, settings: TestSettings): Promise<void> {
  await storeTests([to], message, settings)
}

/** As `storeTest`, to several addresses: an email for each. */
export async function storeTests(
  addresses: readonly string[],
  message: Omit<TestMessage, 'to'>,
  settings: TestSettings,
): Promise<EmailRecord[]> {
  const { allowTestDomains, project, hasBilling, strangersPerDay } = settings
  await checkSender({ projectId: project._id, address: message.from, allowTestDomains })
  return withinSendLimit({ project, emails: addresses.length, hasBilling }, async () => {
    for (const to of addresses) await admitStranger(project._id, normaliseAddress(to), strangersPerDay)
    const emails: EmailRecord[] = []
    for (const to of addresses) emails.push(await store({ ...message, to }, settings))
    return emails
  })
}

async function store(
  { to: spelling, content, valuesFor, ...message }: TestMessage,
  { project: { _id: projectId }, retentionDays }: TestSettings,
): Promise<EmailRecord> {
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

function markedContent({ subject, body, translations, utm }: ContentSource): ContentSource {
  if (!translations) return { subject: SUBJECT_PREFIX + subject, body, utm }
  const marked = Object.entries(translations).map(([tag, translation]) => {
    const { subject } = translation
    return [tag, { ...translation, ...(subject === undefined ? {} : { subject: SUBJECT_PREFIX + subject }) }]
  })
  return { subject: SUBJECT_PREFIX + subject, body, translations: Object.fromEntries(marked), utm }
}
