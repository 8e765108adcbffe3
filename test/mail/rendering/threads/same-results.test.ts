import { expect } from 'chai'
import { Markers, newSecret } from '../../../../mail/compiled/markers.js'
import { RenderError } from '../../../../mail/rendering/render-message.js'
import { performInThread } from '../../../../mail/rendering/threads/perform.js'
import { inTime } from '../in-time.js'
import { TASKS, type TaskName, type TaskTypes } from '../../../../mail/rendering/threads/tasks.js'

const nothing: unknown = Object.create(null)
const VARIABLES: Record<string, unknown> = {
  name: 'Ann & Bob',
  none: undefined,
  nil: null,
  nan: Number.NaN,
  infinite: Number.POSITIVE_INFINITY,
  minusZero: -0,
  large: 2 ** 60,
  yes: true,
  at: new Date('2026-01-02T03:04:05.678Z'),
  never: new Date(Number.NaN),
  half: 'a\uD800b',
  emoji: 'é🎉',
  list: [1, undefined, null, 'x', [2, [3]], { n: 4 }],
  sparse: Object.assign([], { 3: 'd' }),
  user: { name: 'Lee', 'a.b': { c: 1 }, toString: 'x', valueOf: 'y', constructor: 'z', when: new Date(0) },
  bare: Object.assign(nothing as object, { own: 1 }),
  proto: JSON.parse('{ "__proto__": { "polluted": true }, "a": 1 }') as unknown,
  data: { plan: 'pro', 'first name': 'Ann Marie' },
  locale: 'en',
}

const NAMES = Object.keys(VARIABLES)
const TEMPLATES = [
  'plain text',
  ...NAMES.map((name) => `{{ ${name} }}`),
  ...NAMES.map((name) => `{{ ${name} | json | raw }}`),
  ...NAMES.map((name) => `{{ ${name} ?? none }}{{ ${name}.size }}{{ ${name} | default: "-" }}`),
  ...NAMES.map((name) => `{% if ${name} %}yes{% endif %}{% if ${name} == nil %}nil{% endif %}`),
  ...NAMES.map((name) => `{% for i in ${name} %}[{{ i }}]{% else %}empty{% endfor %}`),
  '{{ first name }} {{ plan }} {{ user.a.b.c }} {{ proto.a }}{{ proto.polluted }}{{ proto["__proto__"] | json }}',
  '{{ user.constructor }}{{ user.toString }}{{ bare.own }}{{ bare.constructor }}{{ list.constructor }}',
  '{{ at | date: "%Y-%m-%d %H:%M:%S" }} {{ user.when | date: "%s" }} {{ list | join: "," }} {{ sparse | size }}',
  '{% capture c %}{{ name }}{% endcapture %}{{ c }}{{ c | append: name }}{{ name | escape }}{{ name | raw }}',
  '{% increment name %}{% assign list = list | push: 5 %}{{ list | json }}',
  '{{ half }}{{ emoji | upcase }}{{ "ß" | upcase }}',
  // What fails.
  'a\n{{ emoji | append: "%" | url_decode }}',
  '{{ name | nope }}',
  'x\n {% if %}',
  '{{ name',
  '{% for a in (1..999999999) %}{% endfor %}',
  '{% if a %}'.repeat(20_000),
  'x'.repeat(2 * 1024 * 1024 + 1),
]

const MARKETING = {
  locale: 'de',
  projectName: 'Tea & Co',
  unsubscribeUrl: 'https://p.example/u/1?a=1&b=2',
  manageUrl: 'https://p.example/m/1',
}

const HTML =
  '<body><h1>Hi</h1><a href="https://shop.example/?a=1&amp;b=2">Shop</a><a href="mailto:x@example.com">é🎉</a>'

/** What came of a task: its result, or its error in full. */
async function outcome(perform: () => unknown): Promise<unknown> {
  try {
    return { result: await inTime(perform) }
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError)
    const { name, message, place } = error as RenderError
    return { name, message, place }
  }
}

async function expectSame<N extends TaskName>(name: N, input: TaskTypes[N]['input']): Promise<void> {
  const here = await outcome(() => TASKS[name](input, null))
  expect(await outcome(() => performInThread('p', name, input))).to.deep.equal(here)
}

describe('rendering in a thread of', () => {
  for (const source of TEMPLATES) {
    it(`${JSON.stringify(source.slice(0, 60))} has the same result as in the event loop`, async () => {
      const content = { subject: 'Hi {{ name }}', body: source }
      await expectSame('message', { content, variables: VARIABLES, footer: null })
      await expectSame('values', { value: { deep: [source, 5, null, { 'a b': source }] }, variables: VARIABLES })
      await expectSame('syntax', [source, 'sound'])
    })
  }

  it('a subject that fails, and a marketing message, has the same result as in the event loop', async () => {
    const failing = { subject: '{{ "%" | url_decode }}', body: 'x' }
    await expectSame('message', { content: failing, variables: VARIABLES, footer: null })
    const marketing = { subject: 'Hi', body: '<body>{{ name }}</body>' }
    await expectSame('message', { content: marketing, variables: VARIABLES, footer: MARKETING })
  })

  it('HTML, as text and with tracked links, has the same result as in the event loop', async () => {
    await expectSame('text', HTML)
    await expectSame('links', {
      html: HTML,
      isTracked: true,
      message: { projectId: crypto.randomUUID(), emailId: crypto.randomUUID() },
      keep: ['https://p.example'],
      settings: { trackingUrl: 'https://t.example', encryptionKeys: ['ab'.repeat(32)] },
    })
  })

  it('HTML with markers, compiled, has the same result as in the event loop', async () => {
    const secret = newSecret()
    const markers = new Markers(secret)
    const [unsubscribeUrl, subscribeUrl, manageUrl] = ['u', 's', 'm'].map(
      (page) => `https://p.example/${page}/${markers.token}`,
    )
    await expectSame('bodies', {
      html: `${HTML}<p>${markers.of(1)}</p>`,
      secret,
      nextField: 2,
      links: { unsubscribeUrl: unsubscribeUrl ?? '', subscribeUrl: subscribeUrl ?? '', manageUrl: manageUrl ?? '' },
      footer: { locale: 'de', projectName: 'Tea & Co' },
      trackingUrl: 'https://t.example',
      parameters: null,
    })
  })
})
