import * as fc from 'fast-check'
import { anyContent, anyValue, mostly } from './any-content.js'
import { expectSame, PATIENCE_MS, type MessagesCase } from './both-ways.js'
import { eventually } from '../../support/eventually.js'
import { runs } from '../../support/runs.js'

const recipient = fc.record(
  {
    a: anyValue,
    b: anyValue,
    'first name': anyValue,
    locale: fc.constantFrom('de', 'de-AT', 'fr', 'xx', 5),
    address: mostly(
      'ann@example.com',
      "o'brien@example.com",
      'jürgen@example.com',
      'a@bücher.example',
      `${'x'.repeat(60)}@example.com`,
    ),
  },
  { requiredKeys: ['a'] },
)
const optional = mostly<string | null>(
  null,
  'Shop',
  'Tea & Co',
  'Müller, "GmbH"',
  '=?UTF-8?Q?x?=',
  'Thu, 01 Jan 1970 00:00:00 +0000',
  'n '.repeat(60),
)

const header = fc.tuple(
  fc.constantFrom('X-Note', 'x-order-id', 'feedback-id', 'LIST-UNSUBSCRIBE', 'In-Reply-To', 'X-Email-ID', 'Precedence'),
  fc.constantFrom('<a@shop.example>', 'Grüße 🎉', 'x'.repeat(200), 'word '.repeat(50).trim(), '=?UTF-8?Q?x?=', ''),
)
const attachment = fc.record({
  filename: fc.constantFrom('a.pdf', 'Rechnung März.pdf', `${'long '.repeat(40)}.txt`, '=?UTF-8?Q?x?='),
  contentType: fc.constantFrom('application/pdf', 'image/png', 'text/plain', 'message/rfc822'),
  disposition: fc.constantFrom<'attachment' | 'inline'>('attachment', 'inline'),
  content: fc.constantFrom('pdf', 'From: a@b.example\r\n\r\nHi', 'x'.repeat(70)).map((text) => Buffer.from(text)),
})
const variables = fc.option(
  fc.record(
    {
      data: fc.record({ over: anyValue, a: anyValue }, { requiredKeys: [] }),
      scope: fc.record({ event: fc.record({ order: fc.record({ id: anyValue }) }), steps: fc.constant({ first: {} }) }),
    },
    { requiredKeys: [] },
  ),
)

const messages: fc.Arbitrary<MessagesCase> = fc.record(
  {
    content: anyContent,
    email: fc.record({
      type: fc.constantFrom('MARKETING', 'HEADLESS', 'TRANSACTIONAL'),
      sourceType: fc.constantFrom('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST'),
      campaignId: fc.constantFrom(null, '0192d3a0-0000-7000-8000-000000000001'),
      tracking: fc.constantFrom(null, true, false),
      fromName: optional,
      toName: optional,
      from: mostly('news@shop.example', 'news@müller.example', 'jürgen@shop.example'),
      replyTo: mostly(null, 'reply@shop.example', 'a b@x'),
      headers: fc.array(header, { maxLength: 3 }),
      variables,
    }),
    project: fc.record({
      name: fc.constantFrom('Tea & Co', '$& <Müller>', 'x'),
      language: fc.constantFrom('en', 'de', 'ja'),
      tracking: fc.constantFrom('ENABLED', 'DISABLED', 'MARKETING_ONLY'),
    }),
    attachments: fc
      .array(attachment, { maxLength: 2 })
      .map((files) => files.map((file, index) => ({ ...file, contentId: `file-${index}` }))),
    recipients: fc.array(recipient, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ['content', 'email', 'project', 'recipients'] },
)

describe('any messages of one content', () => {
  it('read the same, whether they are filled in or made step by step', async () => {
    const compose = async (): Promise<number> => {
      const filledIn: boolean[] = []
      const isSame = async (each: MessagesCase): Promise<void> => void filledIn.push(...(await expectSame(each)))
      await fc.assert(fc.asyncProperty(messages, isSame), runs(30))
      return filledIn.filter(Boolean).length / filledIn.length
    }
    await eventually(compose, (share) => share > 0.3, PATIENCE_MS)
  })
})
