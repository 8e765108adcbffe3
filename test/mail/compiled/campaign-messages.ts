import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import PostalMime, { decodeWords } from 'postal-mime'
import { createCampaignComposer } from '../../../activities/campaign/create-campaign-composer.js'
import { composeEmail } from '../../../activities/delivery/compose-email.js'
import type { ComposedEmail } from '../../../activities/delivery/deps.js'
import { storeContent, type ContentSource } from '../../../commands/emails/store-content.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import type { ProjectRecord } from '../../../models/project.js'
import { openLink } from '../../../mail/links/recipient-links.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'

const SETTINGS = {
  gatewayUrl: 'https://mail.example.com',
  trackingUrl: 'https://links.example.com',
  encryptionKeys: ENCRYPTION_KEYS,
}
const LINK_TOKEN = /(?<=https:\/\/mail\.example\.com\/(?:unsubscribe|subscribe|manage)\/)[\w-]{102}/g
const CLICK_TOKEN = /(?<=https:\/\/links\.example\.com\/c\/)[\w-]+/g
const trackingTokens = createTrackingTokens(ENCRYPTION_KEYS)

/** A campaign as far as its messages depend on it. */
export interface CampaignCase {
  content: ContentSource
  email?: Partial<EmailRecord>
  project?: Partial<ProjectRecord>
  /** The custom fields of its recipients. */
  recipients: Record<string, unknown>[]
}

/** Composes the messages of one campaign in both ways: as wholes, and from its compiled template. */
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
  let isCompiled = false
  let compiling: Promise<unknown>[] = []
  const { compose } = createCampaignComposer(SETTINGS, {
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
    const expected = await composeEmail(message.email, message.eligible, SETTINGS)
    const found = await compose(message.email, message.eligible)
    if (isCompiled && 'raw' in found) expectLegal(found.raw.toString('latin1'))
    results.push({ expected: await read(expected), found: await read(found), isCompiled })
  }
  return results
}

/** Expects all messages to be the same in both ways; returns which of them were compiled. */
export async function expectSame(campaign: CampaignCase): Promise<boolean[]> {
  const results = await composeBothWays(campaign)
  for (const { expected, found } of results) expect(found).to.deep.equal(expected)
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

/** RFC 5322, 2.1.1: ASCII, lines of at most 998 octets, which end in CRLF; RFC 2045, 6.7: 76 octets in the bodies. */
function expectLegal(written: string): void {
  expect(written).to.match(/^[\t\r\n -~]*$/)
  expect(written).to.not.match(/[^\r]\n|\r[^\n]/)
  const head = written.indexOf('\r\n\r\n')
  for (const line of written.slice(0, head).split('\r\n')) expect(line.length, line).to.be.at.most(998)
  for (const line of written.slice(head).split('\r\n')) expect(line.length, line).to.be.at.most(76)
}

/** A message as its recipient reads it, or why it could not be composed. */
async function read(composed: ComposedEmail | { reason: string }): Promise<unknown> {
  if (!('raw' in composed)) return composed.reason
  const { raw, ...rest } = composed
  const { headers, date, html, text, attachments } = await PostalMime.parse(raw)
  expect(Date.now() - Date.parse(date ?? '')).to.be.within(-1_000, 60_000)
  return {
    ...rest,
    headers: headers.flatMap(({ key, value }) => (key === 'date' ? [] : [[key, opened(decodeWords(value))]])),
    html: opened(html ?? ''),
    text: opened(text ?? ''),
    attachments,
  }
}

/** The text without what is random in it: each token as what it stands for, and boundaries alike. */
function opened(text: string): string {
  return text
    .replaceAll(CLICK_TOKEN, (token) => JSON.stringify(trackingTokens.readClick(token)))
    .replaceAll(LINK_TOKEN, (token) => JSON.stringify(openLink(token, ENCRYPTION_KEYS)))
    .replace(/(?<=boundary=")[^"]+/, 'boundary')
}
