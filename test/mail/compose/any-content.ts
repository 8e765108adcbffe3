import * as fc from 'fast-check'

const NAMES = ['a', 'b', 'c', 'first name', 'email', 'id', 'event.order.id', 'over']
const TEXTS = [
  ['Hello ', ' ', '\n', '\r\n  ', '\t', '&nbsp;', '&amp;', '&copy 2026 ', '&am', '&', '<', '</', '< 5 '],
  ['Grüße aus Köln. ', 'مرحبا بالعالم ', '漢字', '👩‍👩‍👧‍👦🎉', 'a=b=3D', 'x'.repeat(90), 'word '.repeat(30)],
  ['漢'.repeat(60), '.', 'From here', '\u200b', '\u00a0', '"', "it's", 'mp;'],
].flat()
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
  '<a href="https://shop.example/?utm_source=own&amp;#x">',
  '<a href="https://shop.example/?" clicktracking="off">',
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

/** Mostly the usual value, and now and then another. */
export const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
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
const addresses = fc
  .tuple(
    output,
    fc.constantFrom('', 'https://shop.example/', 'https://shop.example/o/?id=', 'mailto:', '#', '/o/', 'https://', 'h'),
    fc.constantFrom('', '&amp;x=1', '?a=b#c', ' '),
    fc.constantFrom('Track it', '<img src="x.png">', '<b>here</b>', '{{ a }}', 'https://shop.example/'),
  )
  .map(([value, before, after, text]) => `<a href="${before}${value}${after}" title="${value}">${text}</a>`)
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
  { arbitrary: fc.oneof(around, linked, linked, addresses, addresses, logic, logic), weight: 3 },
  { arbitrary: links, weight: 1 },
)
const body = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))
const subject = fc
  .array(fc.oneof(fc.constantFrom('News ', 'für ', '=?UTF-8?Q?x?=', '🎉', 'long '.repeat(20), '\n'), output), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join(''))

/** A value of a template. */
export const anyValue = fc.oneof(
  { arbitrary: fc.constantFrom('Ann', 'Bob', 'Ann Marie', 'Jürgen', "O'Brien", 'Tea & Co', '李', 'x'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      ...[
        ['', null, 0, 12.5, true, ' Ann', 'Ann ', 'a  b', 'a\nb', 'a\r\nb', '<b>x</b>', '&amp;', '"quoted"'],
        ['=?UTF-8?Q?x?=', '=3D', '🎉👩‍👩‍👧‍👦', 'مرحبا', 'x'.repeat(200), 'word '.repeat(80).trim()],
        ['https://shop.example/', 'https://shop.example/?a=1&b=ü x#y', 'javascript:alert(1)', 'a@b.example', '.'],
        ['a\n.\nb', '\u200b', '\u00a0x', 'a\u2028b', 'a\0b', '\ud83d', '-->', '%', 'href', ['a', 'b'], { a: 1 }],
      ].flat(),
    ),
    weight: 3,
  },
)

const parameter = fc.constantFrom('spring', 'Tea & Co', '{{ a }}', '{{ b ?? "free" }}', '{{ a }}/{{ over }}', '#ü (x)')
const utm = fc.record({ source: parameter, medium: parameter, content: parameter }, { requiredKeys: [] })

/** Content in two languages. */
export const anyContent = fc.record(
  { subject, body, translations: fc.record({ de: fc.record({ subject, body }) }), utm },
  { requiredKeys: ['subject', 'body'] },
)
