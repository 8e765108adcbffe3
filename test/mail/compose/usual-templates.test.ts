import { renderDesign } from '../../../mail/design/render.js'
import type { EmailDesign } from '../../../models/domain/design/design.js'
import { expectFilledIn, expectSame, type MessagesCase } from './both-ways.js'

const RECIPIENTS = [
  { firstName: 'Ann', city: 'Berlin', plan: 'pro' },
  { firstName: 'Bob', city: 'New York', plan: 'free' },
  { firstName: 'Jürgen', city: 'Zürich', plan: 'pro' },
  { firstName: "Sinéad O'Brien", city: 'Tea & Co', plan: 'free' },
  { firstName: '李', city: '東京', plan: 'pro' },
  { city: 'Lyon', plan: 'pro' },
]

const ROWS = Array.from(
  { length: 8 },
  (_, row) => `  <tr>
    <td style="padding:16px 24px;font:15px/1.6 Arial,Helvetica,sans-serif">
      <p>Paragraph ${row}: our new collection has arrived, and we think that you are going to like it, {{ firstName }}.</p>
    </td>
  </tr>`,
).join('\n')

const DESIGN: EmailDesign = {
  version: 1,
  theme: {},
  previewText: [{ text: 'For ' }, { field: 'firstName', fallback: 'you' }],
  blocks: [
    { id: 'h', type: 'heading', level: 1, content: [{ text: 'Hello ' }, { field: 'firstName', fallback: 'you' }] },
    {
      id: 't',
      type: 'text',
      content: [{ type: 'paragraph', content: [{ text: 'In {{ city }}: ' }, { field: 'city' }] }],
      when: { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] },
    },
    { id: 'b', type: 'button', label: [{ text: 'Go' }], href: 'https://shop.example/?a=1&b=2', style: 'solid' },
    { id: 'own', type: 'html', source: '<p>Own words</p>' },
    { id: 'f', type: 'footer' },
  ],
}
const designed = renderDesign({ design: DESIGN, brand: {}, language: 'en', projectName: 'Acme', images: {} })

const USUAL: Record<string, MessagesCase['content']> = {
  'one in tables, with links': {
    subject: 'News for {{ firstName ?? you }}',
    body: `<!doctype html>
<html><head><title>News</title><style>p > a { color: red }</style></head><body>
<!-- {{ "a comment" }} --><table>
${ROWS}
<tr><td>See <a href="https://shop.example/new?a=1&amp;b=2">what is new, {{ firstName }}</a> in {{ city }}.</td></tr>
</table></body></html>
`,
  },
  'one on a single line': {
    subject: 'Hello',
    body: `<html><body><h1>Hello {{ firstName ?? there }}</h1>${'<p>Some words, and more of them. </p>'.repeat(40)}<ul><li>{{ city }}</li></ul></body></html>`,
  },
  'one with a way out of its own': {
    subject: 'Hello {{ firstName }}',
    body: '<p>Hello {{ firstName }}</p><p><a href="{{ unsubscribeUrl }}">Leave</a> or <a href="{{manageUrl}}">choose</a></p>',
  },
  'one with conditions': {
    subject: '{% if plan == "pro" %}Thank you{% else %}An offer{% endif %}',
    body: '<p>Hello{% if firstName %} {{ firstName }}{% endif %}</p>{% if plan == "pro" %}<p>You are a <b>pro</b></p>{% endif %}<p>Bye</p>',
  },
  'one without anything to fill in': { subject: 'Hello', body: '<p>Hello to everybody</p>' },
  'one that ends in blanks': { subject: 'Hi', body: '<p>Hi {{ firstName ?? you }}</p> \t' },
  'a few words': { subject: 'Hi', body: '<p>{{ city }}</p>' },
  'one with a link that has the plan in it': {
    subject: 'Hi',
    body: '<p>Hi {{ firstName ?? you }}</p><a href="https://shop.example/?plan={{ plan }}">Your plan</a>',
  },
  'one made of a design': { subject: 'Hi', body: designed.body ?? '' },
}

// The random campaigns of another test have every type with every tracking.
const KINDS = [
  { type: 'MARKETING', tracking: 'ENABLED' },
  { type: 'HEADLESS', tracking: 'DISABLED' },
  { type: 'TRANSACTIONAL', tracking: 'ENABLED' },
] as const

const worded = ({ subject, body }: MessagesCase['content'], word: string): MessagesCase['content'] => ({
  subject: `${subject} ${word}`,
  body: body.replace('<p>', `<p>${word} `),
})

describe('a compiled template', () => {
  for (const [index, [name, content]] of Object.entries(USUAL).entries()) {
    const { type, tracking } = KINDS[index % KINDS.length] ?? KINDS[0]
    it(`has the messages that are composed one by one: ${name}, ${type}, tracking ${tracking}`, async () => {
      const kind = { email: { type }, project: { tracking }, recipients: RECIPIENTS }
      const all = RECIPIENTS.map(() => true)
      await expectFilledIn({ content, ...kind }, all, expectSame, worded)
    })
  }

  it('has the messages of a body of more than 64 KB', async () => {
    const content = { subject: 'Hi', body: `<p>Hi</p>${'<p>Some words</p>\n'.repeat(4_000)}` }
    await expectFilledIn({ content, recipients: RECIPIENTS.slice(0, 1) }, [true])
  })
})
