import { expect } from 'chai'
import * as fc from 'fast-check'
import { useDatabase } from '../../support/database.js'
import { expectSame, type CampaignCase } from './campaign-messages.js'
import { runs } from '../../support/runs.js'

const NAMES = ['a', 'b', 'c', 'first name', 'email', 'id']
const TEXTS = [
  'Hello ',
  ' ',
  '\n',
  '\r\n  ',
  '\t',
  '&nbsp;',
  '&amp;',
  '&copy 2026 ',
  '&am',
  '&',
  '<',
  '</',
  '< 5 ',
  'Grüße aus Köln. ',
  'مرحبا بالعالم ',
  '漢字',
  '👩‍👩‍👧‍👦🎉',
  'a=b=3D',
  'x'.repeat(90),
  'word '.repeat(30),
  '漢'.repeat(60),
  '.',
  'From here',
  '\u200b',
  '\u00a0',
  '"',
  "it's",
  'mp;',
]
const OPEN = [
  ...'<p> <b> <h1> <ul> <ol> <li> <table><tr><td> <tr> <th> <td> <pre> <blockquote> <span> <center>'.split(' '),
  ...'<textarea> <script> <title> <svg><text> <select><option> <html><head><title>x</title></head><body>'.split(' '),
  '<div style="color:red">',
  '<h2 title="x">',
  '<style>p { margin: 0 } ',
  '<!-- ',
  '<!--[if mso]>',
  '<a href="https://shop.example/">',
  "<a href='https://shop.example/?a=1&amp;b=2' class=x>",
  '<a href=https://shop.example/plain>',
  '<a href="mailto:a@b.example">',
  '<a href="#top">',
  '<a name="here">',
  '<area href="https://shop.example/area">',
]
const CLOSE = [
  ...'</p> </div> </b> </h1> </h2> </ul> </li> </td></tr></table> </pre> </blockquote> </span> </textarea>'.split(' '),
  ...'</style> </script> </title> <![endif]--> </a> <br> <hr> </body></html> </body> </svg> </select>'.split(' '),
  ' -->',
  '<img src="https://shop.example/a.png" alt="x">',
]

const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 6 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
const name = fc.constantFrom(...NAMES)
const output = fc
  .tuple(
    name,
    fc.constantFrom('', '', ' ?? there', ' ?? "a <b>"', ' | upcase', ' | raw', ' | escape', ' | size', ' | json'),
  )
  .map(([of, rest]) => `{{ ${of}${rest} }}`)
const around = fc
  .tuple(
    output,
    fc.constantFrom('<a href="', '<img alt="', '<p title=', '<!-- ', '<a href="https://shop.example/?x=', '<style>'),
  )
  .map(([value, before]) => `${before}${value}${before.includes('"') ? '">' : before === '<!-- ' ? ' -->' : '>'}`)
const linked = fc
  .tuple(output, fc.constantFrom('', 'See ', 'https://shop.example/'), fc.constantFrom('', ' now', '/'))
  .map(([value, before, after]) => `<a href="https://shop.example/">${before}${value}${after}</a>`)
const logic = fc
  .tuple(name, fc.constantFrom(...TEXTS, '<p>yes</p>'))
  .chain(([of, text]) =>
    fc.constantFrom(
      `{% if ${of} %}${text}{% endif %}`,
      `{% if ${of} == "Ann" %}${text}{% else %}<i>no</i>{% endif %}`,
      `{% unless ${of} %}none{% endunless %}`,
      `{% assign c = ${of} | append: "!" %}`,
      `{%- capture c -%}<b>${text}</b>{{ ${of} }}{%- endcapture -%}`,
      `{% for i in (1..2) %}<li>{{ i }} {{ ${of} }}</li>{% endfor %}`,
      '{% comment %}nothing{% endcomment %}',
      '{% raw %}{{ a }}{% endraw %}',
      '{{- " " -}}',
      '{% increment n %}',
      `{% if ${of} == "Bob" %}{% break %}{% endif %}`,
      `{{ ${of} | url_decode }}`,
    ),
  )
const links = fc.constantFrom(
  '<a href="{{ unsubscribeUrl }}">leave</a>',
  '<a href="{{ manageUrl }}">{{ manageUrl }}</a>',
  '{{ subscribeUrl }}',
  '<a href="https://shop.example/?back={{ unsubscribeUrl }}">back</a>',
  '<a href="{{ unsubscribeUrl }}?x={{ a }}">',
)
const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 6 },
  { arbitrary: fc.constantFrom(...OPEN), weight: 5 },
  { arbitrary: fc.constantFrom(...CLOSE), weight: 5 },
  { arbitrary: output, weight: 6 },
  { arbitrary: fc.oneof(around, linked, linked, logic, logic), weight: 2 },
  { arbitrary: links, weight: 1 },
)
const body = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
const subject = fc
  .array(fc.oneof(fc.constantFrom('News ', 'für ', '=?UTF-8?Q?x?=', '🎉', 'long '.repeat(20), '\n'), output), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''))

const value = fc.oneof(
  { arbitrary: fc.constantFrom('Ann', 'Bob', 'Ann Marie', 'Jürgen', "O'Brien", 'Tea & Co', '李', 'x'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      '',
      null,
      0,
      12.5,
      true,
      ' Ann',
      'Ann ',
      'a  b',
      'a\nb',
      'a\r\nb',
      '<b>x</b>',
      '&amp;',
      '"quoted"',
      '=?UTF-8?Q?x?=',
      '=3D',
      '🎉👩‍👩‍👧‍👦',
      'مرحبا',
      'x'.repeat(200),
      'word '.repeat(80).trim(),
      'https://shop.example/',
      'a@b.example',
      '\u200b',
      '\u00a0x',
      'a\u2028b',
      'a\0b',
      '\ud83d',
      '-->',
      '%',
      'href',
      ['a', 'b'],
      { a: 1 },
    ),
    weight: 3,
  },
)
const recipient = fc.record(
  {
    a: value,
    b: value,
    'first name': value,
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

const campaign: fc.Arbitrary<CampaignCase> = fc.record({
  content: fc.record(
    { subject, body, translations: fc.record({ de: fc.record({ subject, body }) }) },
    { requiredKeys: ['subject', 'body'] },
  ),
  email: fc.record({
    type: fc.constantFrom('MARKETING', 'HEADLESS', 'TRANSACTIONAL'),
    tracking: fc.constantFrom(null, true, false),
    fromName: optional,
    from: mostly('news@shop.example', 'news@müller.example', 'jürgen@shop.example'),
    replyTo: mostly(null, 'reply@shop.example', 'a b@x'),
  }),
  project: fc.record({
    name: fc.constantFrom('Tea & Co', '$& <Müller>', 'x'),
    language: fc.constantFrom('en', 'de', 'ja'),
    tracking: fc.constantFrom('ENABLED', 'DISABLED', 'MARKETING_ONLY'),
  }),
  recipients: fc.array(recipient, { minLength: 1, maxLength: 4 }),
})

describe('any campaign', () => {
  useDatabase()

  it('has messages that read the same, whether it is compiled or not', async () => {
    let compiled = 0
    let all = 0
    await fc.assert(
      fc.asyncProperty(campaign, async (each) => {
        const isCompiled = await expectSame(each)
        compiled += isCompiled.filter(Boolean).length
        all += isCompiled.length
      }),
      runs(30),
    )
    expect(compiled / all).to.be.above(0.3)
  })
})
