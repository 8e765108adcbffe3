import { expectFilledIn, expectSame } from './both-ways.js'

const ORDERS = [{ id: 'A-1' }, { id: 'B 2' }, { id: 'ü&3' }, { id: 'https://shop.example/4?a=1&b=2' }]
const WEB = ['https://shop.example/1', 'http://shop.example/2?a=1&b=2', 'HTTPS://bücher.example/ü x']

const caseOf = (body: string, values: string[]) => ({
  content: { subject: 'Hi', body },
  recipients: values.map((order) => ({ order })),
})
const filledIn = (body: string, values: string[], expected: boolean[]): Promise<void> =>
  expectFilledIn(caseOf(body, values), expected)

describe('a link with a value of its recipient in its address', () => {
  const ids = ORDERS.map(({ id }) => id)

  for (const [name, body] of [
    ['behind the host', '<p><a href="https://shop.example/orders/{{ order }}">Track it</a></p>'],
    ['in the query', `<a class=x href='https://shop.example/?o={{ order }}&amp;x=1#y'><b>Track</b> it</a>`],
    [
      'twice, of several links',
      '<a href="https://a.example/?{{ order }}-{{ order }}">a</a><a href="https://b.example">b</a>',
    ],
    ['beside the token of its own page', '<a href="{{ unsubscribeUrl }}?o={{ order }}">Leave</a>'],
    ['behind which the own page comes', '<a href="https://shop.example/?o={{ order }}&back={{ manageUrl }}">Back</a>'],
    [
      'around an image',
      '<a href="https://shop.example/{{ order }}"><img src="https://shop.example/{{ order }}.png"></a>',
    ],
    ['beside a value in its text', '<a href="https://shop.example/{{ order }}">Order <b>{{ order | upcase }}</b></a>'],
    ['of an area', '<map><area href="https://shop.example/{{ order }}" alt="{{ order }}"></map>'],
  ] as const) {
    it(`is filled in where the value stands ${name}`, async () => {
      await filledIn(
        body,
        ids,
        ids.map(() => true),
      )
    })
  }

  it('is filled in where the value stands in an address of mail, unless the text version reads it otherwise', async () => {
    await filledIn('<a href="mailto:{{ order }}@shop.example">Write</a>', ids, [true, true, true, false])
  })

  it('is filled in where the value is the whole address, for web addresses alone', async () => {
    const body = '<p><a href="{{ order }}">Track it</a></p>'
    const others = [
      'mailto:a@b.example',
      '#x',
      '/orders',
      'javascript:alert(1)',
      'https://',
      '{{ x }}',
      'x'.repeat(400),
    ]
    // The text version spells a host in ASCII.
    await filledIn(body, WEB, [true, true, false])
    await filledIn(body, [...WEB, ...others], [true, true, false, ...others.map(() => false)])
  })

  it('is filled in where its text is the address, which the text version then shows once', async () => {
    const body = '<p>Or open <a href="{{ order }}">{{ order }}</a></p><p>{{ order }}</p>'
    await filledIn(body, [...WEB, 'Ann'], [true, true, false, false])
  })

  for (const [name, body] of [
    ['its text is the address in another spelling', '<a href="{{ order }}">{{ order | upcase }}</a>'],
    ['its text is assigned in between', '{% assign order = "x" %}<a href="{{ order }}">{{ order }}</a>'],
    ['its text is assigned afterwards', '<a href="{{ order }}">{% assign order = "x" %}{{ order }}</a>'],
    ['its text may be the address', '<a href="https://shop.example/{{ order }}">https://shop.example/A-1</a>'],
    ['its scheme is not written out', '<a href="ht{{ order }}">x</a>'],
    ['its host is not written out', '<a href="https://{{ order }}/x">x</a>'],
    ['its address has no quotes', '<a href=https://shop.example/{{ order }}>x</a>'],
    ['a second address follows', '<a href="https://shop.example/" href="{{ order }}">x</a>'],
    ['it belongs to a drawing', '<svg><a href="https://shop.example/{{ order }}">x</a></svg>'],
    ['it numbers a list', '<ol start="{{ order }}" type="{{ order }}"><li>x</li></ol>'],
  ] as const) {
    it(`is the same where ${name}`, async () => {
      await expectSame(caseOf(body, [...ids, ...WEB, '1', 'tps://shop.example', 'shop.example']))
    })
  }

  it('is filled in where its author does not want it tracked, in tracked mail and in other mail', async () => {
    const body = '<p><a clicktracking="off" href="https://shop.example/{{ order }}">Open the app</a></p>'
    const expected = ids.map(() => true)
    await filledIn(body, ids, expected)
    await expectFilledIn({ ...caseOf(body, ids), email: { tracking: false } }, expected)
  })

  for (const body of [
    '<p><a clicktracking="{{ order }}" href="https://shop.example/">x</a></p>',
    '<p><a {% if order == "off" %}clicktracking="off"{% endif %} href="https://shop.example/">x</a></p>',
    '<p><a clicktracking="{% if order == "off" %}off{% endif %}" href="https://shop.example/{{ order }}">x</a></p>',
  ]) {
    it(`is the same where its template decides whether it is tracked: ${body}`, async () => {
      await expectSame(caseOf(body, ['off', 'on', 'OFF', 'on', 'off', '']))
    })
  }

  it('is too long to be tracked for some values, and is then the address as the sender wrote it', async () => {
    const body = `<a href="https://shop.example/${'x'.repeat(4_000)}{{ order }}">x</a>`
    await filledIn(body, ['a', 'a'.repeat(200)], [true, false])
  })
})

describe('UTM parameters', () => {
  const people = [
    { plan: 'pro', order: 'A-1' },
    { plan: 'Tea & Co', order: 'B 2' },
    { order: 'c' },
    { plan: "O'Brien" },
  ]
  const fixed = { source: 'news letter', medium: 'email' }
  const own = { source: 'newsletter', campaign: '{{ plan }}', term: '{{ missing }}' }
  const bodies = [
    '<p>Hi {{ plan }} <a href="https://shop.example/">Shop</a> <a href="https://shop.example/?a=1#{{ order }}">x</a></p>',
    '<a href="https://shop.example/{{ order }}?utm_source=own&amp;a=b">Order {{ order }}</a>',
    '<p><a href="{{ unsubscribeUrl }}">Leave</a> <a href="mailto:{{ order }}@shop.example">Write</a></p>',
    '<a clicktracking="off" href="https://shop.example/app/{{ order }}">Open the app</a>',
  ]

  for (const utm of [fixed, own]) {
    for (const tracking of [null, false]) {
      const name = `${utm === fixed ? 'of all recipients' : 'of each recipient'}, ${tracking === false ? 'not ' : ''}tracked`
      it(`are filled in: ${name}`, async () => {
        for (const body of bodies) {
          const messages = { content: { subject: 'Hi', body, utm }, email: { tracking }, recipients: people }
          await expectFilledIn(messages, [true, true, true, true])
        }
      })
    }
  }

  it('are filled in by their value where a link has more than text', async () => {
    const body = '<a href="https://shop.example/"><div><p>{{ order }}</p></div></a>'
    const recipients = people.map((person) => ({ ...person, plan: 'pro' }))
    const content = { subject: 'Hi', body, utm: own }
    await expectFilledIn({ content, recipients }, [true, true, true, true])
  })

  it('are the same where a value decides what the address has already', async () => {
    const orders = ['1', '?utm_source=own', '1#part', '1?a=b&', '1?utm%5Fsource=own#x', '?utm_sourc=%', '?']
    for (const body of ['<a href="https://shop.example/{{ order }}">x</a>', '<a href="{{ order }}">{{ order }}</a>']) {
      const recipients = [...orders, ...WEB].map((order) => ({ order, plan: 'pro' }))
      for (const utm of [fixed, own]) await expectSame({ content: { subject: 'Hi', body, utm }, recipients })
    }
  })
})
