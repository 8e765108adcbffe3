import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { createCampaignComposer } from '../../../activities/campaign/create-campaign-composer.js'
import { composeEmail } from '../../../activities/delivery/compose-email.js'
import type { ComposedEmail } from '../../../activities/delivery/deps.js'
import { storeContent, type ContentSource } from '../../../commands/emails/store-content.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import type { ProjectRecord } from '../../../models/project.js'
import { recipientLinks } from '../../../mail/links/recipient-links.js'
import { ENCRYPTION_KEY } from '../../support/config.js'

const SETTINGS = {
  gatewayUrl: 'https://mail.example.com',
  trackingUrl: 'https://links.example.com',
  encryptionKey: ENCRYPTION_KEY,
}
const TOKEN = /https:\/\/mail\.example\.com\/(?:unsubscribe|subscribe|manage)\/([\w-]{102})/

/** A campaign as far as its messages depend on it. */
export interface CampaignCase {
  content: ContentSource
  email?: Partial<EmailRecord>
  project?: Partial<ProjectRecord>
  /** The custom fields of its recipients. */
  recipients: Record<string, unknown>[]
}

/** Composes the messages of one campaign in both ways. */
export async function composeBothWays({ content, email, project, recipients }: CampaignCase) {
  const owner = {
    _id: randomUUID(),
    name: 'Tea & Co',
    language: 'en',
    tracking: 'ENABLED',
    ...project,
  } as ProjectRecord
  const contentId = await storeContent(owner._id, content, 1)
  const campaignId = randomUUID()
  const messages = recipients.map((data, index) => {
    const contactId = randomUUID()
    const to = typeof data.address === 'string' ? data.address : `person${index}@example.com`
    const contact = { _id: contactId, email: to, subscribed: true, data: escapeData(data), ...DATES }
    const record = { ...EMAIL, _id: randomUUID(), projectId: owner._id, contactId, contentId, campaignId, to, ...email }
    return { email: record as EmailRecord, eligible: { project: owner, contact } }
  })
  let chance = { token: '', boundary: '', date: new Date() }
  let isCompiled = false
  let compiling: Promise<unknown>[] = []
  const { compose } = createCampaignComposer(SETTINGS, {
    linksOf: (target, settings) => (chance.token === '' ? recipientLinks(target, settings) : linksOf(chance.token)),
    boundary: () => chance.boundary,
    now: () => chance.date,
    onComposed: (is) => (isCompiled = is),
    onCompiling: (done) => void compiling.push(done),
  })
  // What is met twice is compiled, and what was learned by that may lead to more.
  for (let round = 0; round < 8; round += 1) {
    for (const message of messages) await compose(message.email, message.eligible)
    if (round > 1 && compiling.length === 0) break
    await Promise.all(compiling)
    compiling = []
  }
  const results: { expected: unknown; found: unknown; isCompiled: boolean }[] = []
  for (const message of messages) {
    chance = { token: '', boundary: '', date: new Date() }
    const expected = await composeEmail(message.email, message.eligible, SETTINGS)
    if ('raw' in expected) chance = chanceOf(expected)
    const found = await compose(message.email, message.eligible)
    results.push({ expected: readable(expected), found: readable(found), isCompiled })
  }
  return results
}

/** Expects all messages to be the same in both ways; returns which of them were compiled. */
export async function expectSame(campaign: CampaignCase): Promise<boolean[]> {
  const results = await composeBothWays(campaign)
  for (const { expected, found, isCompiled } of results) {
    // What was composed as a whole has a boundary and a token of its own.
    const isComparable = isCompiled || typeof expected === 'string' || typeof found === 'string'
    if (isComparable) expect(found).to.deep.equal(expected)
  }
  return results.map(({ isCompiled }) => isCompiled)
}

const DATES = { createdAt: new Date('2026-01-02T03:04:05.678Z'), updatedAt: new Date('2026-02-03T04:05:06.789Z') }
const EMAIL = {
  toName: null,
  from: 'news@shop.example',
  fromName: null,
  replyTo: null,
  variables: null,
  headers: [],
  attachments: [],
  type: 'MARKETING',
  sourceType: 'CAMPAIGN',
  tracking: null,
}

function linksOf(token: string) {
  const { gatewayUrl } = SETTINGS
  return {
    unsubscribeUrl: `${gatewayUrl}/unsubscribe/${token}`,
    subscribeUrl: `${gatewayUrl}/subscribe/${token}`,
    manageUrl: `${gatewayUrl}/manage/${token}`,
  }
}

/** What is of chance in a message: another message with the same of it is the same message. */
function chanceOf({ raw }: ComposedEmail): { token: string; boundary: string; date: Date } {
  const written = raw.toString('latin1')
  return {
    token: TOKEN.exec(written.replaceAll('=\r\n', ''))?.[1] ?? '',
    boundary: /boundary="([^"]+)"/.exec(written)?.[1] ?? '',
    date: new Date(/\r\nDate: (.*)\r\n/.exec(written)?.[1] ?? ''),
  }
}

function readable(composed: ComposedEmail | { reason: string }): unknown {
  return 'raw' in composed ? { ...composed, raw: composed.raw.toString('latin1') } : composed.reason
}
