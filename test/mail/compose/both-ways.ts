import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import PostalMime, { decodeWords } from 'postal-mime'
import { createMessageComposer } from '../../../mail/compose/message-composer.js'
import type { ComposedMessage, Message } from '../../../mail/compose/message.js'
import { openLink } from '../../../mail/links/recipient-links.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import type { MessageAttachment } from '../../../mail/mime/message-input.js'
import { RenderError } from '../../../mail/rendering/render-message.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import type { ProjectRecord } from '../../../models/project.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { eventually } from '../../support/eventually.js'
import { inTime } from '../rendering/in-time.js'
import { referenceMessage } from './reference-message.js'

/** The settings of the composers. */
export const SETTINGS = {
  gatewayUrl: 'https://mail.example.com',
  trackingUrl: 'https://links.example.com',
  encryptionKeys: ENCRYPTION_KEYS,
}
const LINK_TOKEN = /(?<=https:\/\/mail\.example\.com\/(?:unsubscribe|subscribe|manage)\/)[\w-]{102}/g
const CLICK_TOKEN = /(?<=https:\/\/links\.example\.com\/c\/)[\w-]+/g
const trackingTokens = createTrackingTokens(ENCRYPTION_KEYS)
// What several messages need is compiled, and the findings of that may lead to more.
const MIN_ROUNDS = 5
const MAX_ROUNDS = 12

/** Messages of one content. */
export interface MessagesCase {
  content: Message['content']
  email?: Partial<EmailRecord>
  project?: Partial<ProjectRecord>
  attachments?: MessageAttachment[]
  /** The custom fields of the recipients, and of `address` their addresses. */
  recipients: Record<string, unknown>[]
}

/** A message as its recipient reads it, made in both ways. */
export interface BothWays {
  expected: unknown
  found: unknown
  /** Whether a compiled template was filled in. */
  isFilledIn: boolean
}

/** Makes messages in both ways: step by step, and by a composer that has composed them before. */
export async function composeBothWays(ofCase: MessagesCase): Promise<BothWays[]> {
  let isFilledIn = false
  let compiling: Promise<void>[] = []
  const composer = createMessageComposer(SETTINGS, {
    onComposed: (is) => (isFilledIn = is),
    onCompiling: (done) => void compiling.push(done),
  })
  const messages = messagesOf(ofCase)
  const results: BothWays[] = []
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const [index, message] of messages.entries()) {
      const begunAt = Date.now()
      const found = await inTime(() => composer.compose(message)).catch(reasonOf)
      const before = results[index]
      const is = isFilledIn && 'raw' in found
      if (before?.isFilledIn === is) continue
      if ('raw' in found) expectLegal(found.raw, message)
      const expected = before?.expected ?? (await read(await referenceMessage(message, SETTINGS), begunAt))
      results[index] = { expected, found: await read(found, begunAt), isFilledIn: is }
      // Whether its template is compiled already makes no difference to any message.
      expect(results[index].found).to.deep.equal(expected)
    }
    if (round >= MIN_ROUNDS && compiling.length === 0) break
    await Promise.all(compiling)
    compiling = []
  }
  return results
}

/** Expects all messages to be the same in both ways; returns which of them were filled in. */
export async function expectSame(messages: MessagesCase): Promise<boolean[]> {
  const results = await composeBothWays(messages)
  return results.map(({ isFilledIn }) => isFilledIn)
}

/**
 * Tasks that took long, on a busy machine also those of tests before, keep all new projects out of the event loop for a
 * minute, and on such a machine for another.
 */
export const PATIENCE_MS = 200_000

/** The same content with a word of its own, as no other test has it. */
type Reword = (content: MessagesCase['content'], word: string) => MessagesCase['content']

const withComment: Reword = ({ body, ...rest }, word) => ({ ...rest, body: `${body}<!-- ${word} -->` })

/**
 * Expects these messages to be filled in, and no others. A process that stands still while it renders takes the
 * template for a slow one: then another template of the same meaning is tried.
 */
export async function expectFilledIn(
  messages: MessagesCase,
  expected: boolean[],
  filledInOf: (messages: MessagesCase) => Promise<boolean[]> = expectSame,
  reword = withComment,
): Promise<void> {
  await eventually(
    () => filledInOf({ ...messages, content: reword(messages.content, randomUUID()) }),
    (filledIn) => filledIn.join(' ') === expected.join(' '),
    PATIENCE_MS,
  )
}

/** One message for each recipient. */
export function messagesOf({ recipients, ...common }: MessagesCase): Message[] {
  const owner = { _id: randomUUID(), name: 'Tea & Co', language: 'en', tracking: 'ENABLED', ...common.project }
  const contentId = randomUUID()
  return recipients.map((data, index) => messageTo(data, index, { owner, contentId, ...common }))
}

type Common = Omit<MessagesCase, 'recipients'> & { owner: object & { _id: string }; contentId: string }

function messageTo(data: Record<string, unknown>, index: number, common: Common): Message {
  const { owner, contentId, content, email, attachments = [] } = common
  const contactId = randomUUID()
  const to = typeof data['address'] === 'string' ? data['address'] : `person${index}@example.com`
  const contact = { _id: contactId, email: to, subscribed: true, data: escapeData(data), ...DATES }
  const record = { ...EMAIL, _id: randomUUID(), projectId: owner._id, contactId, contentId, to, ...email }
  return { email: record as EmailRecord, content, contact, project: owner as ProjectRecord, attachments }
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
  campaignId: null,
  tracking: null,
}

function reasonOf(error: unknown): { reason: string } {
  if (error instanceof RenderError) return { reason: error.message }
  throw error
}

/** RFC 5322, 2.1.1: lines of at most 998 octets, which end in CRLF; RFC 2045, 6.7: 76 octets of ASCII in the bodies. */
function expectLegal(raw: Buffer, { email }: Message): void {
  const written = raw.toString('latin1')
  expect(written).to.not.match(/[^\r]\n|\r[^\n]/)
  const head = written.indexOf('\r\n\r\n')
  const isInternational = /[^\0-\x7f]/.test(`${email.to}${email.from}${email.replyTo}`)
  expect(written.slice(isInternational ? head : 0)).to.match(/^[\t\r\n -~]*$/)
  for (const line of written.slice(0, head).split('\r\n')) expect(line.length, line).to.be.at.most(998)
  for (const line of written.slice(head).split('\r\n')) expect(line.length, line).to.be.at.most(78)
}

/** A message as its recipient reads it, composed from a time on, or why it could not be composed. */
async function read(composed: ComposedMessage | { reason: string }, begunAt: number): Promise<unknown> {
  if (!('raw' in composed)) return composed.reason
  const { raw, ...rest } = composed
  const { headers, date, html, text, attachments } = await PostalMime.parse(raw)
  // Dates of mail are in whole seconds.
  expect(Date.parse(date ?? '')).to.be.within(begunAt - 1_000, Date.now())
  const lines = headers.flatMap(({ key, value }) => (key === 'date' ? [] : [`${key}: ${opened(decodeWords(value))}`]))
  const files = attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content as ArrayBuffer).toString(),
  }))
  return { ...rest, headers: lines.toSorted(), html: opened(html ?? ''), text: opened(text ?? ''), files }
}

/** The text without what is random in it: each token as what it stands for, and boundaries alike. */
function opened(text: string): string {
  return text
    .replaceAll(CLICK_TOKEN, (token) => JSON.stringify(trackingTokens.readClick(token)))
    .replaceAll(LINK_TOKEN, (token) => JSON.stringify(openLink(token, ENCRYPTION_KEYS)))
    .replace(/(?<=boundary=")[^"]+/, 'boundary')
}
