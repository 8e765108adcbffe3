import { expect } from 'chai'
import * as fc from 'fast-check'
import { compile } from '../../../mail/rendering/compile.js'
import { render, renderMessage } from '../../../mail/rendering/render-message.js'
import { runs } from '../../support/runs.js'

const VALUE = `<b title="a & b">Tom's</b>`
const ESCAPED = '&lt;b title=&quot;a &amp; b&quot;&gt;Tom&#39;s&lt;/b&gt;'
const LIQUID = '{{ v }}{% if true %}x{% endif %}'
const VARIABLES = { v: VALUE, list: ['<', '>'], half: 'a &lt; b & c', liquid: LIQUID, object: { a: '<b>' } }

const body = (source: string) => render(compile(source), VARIABLES, { escape: true })
const plain = (source: string) => render(compile(source), VARIABLES, { escape: false })

describe('a value in a body', () => {
  const CASES: [source: string, output: string][] = [
    ['{{ v }}', ESCAPED],
    ['{{ v ?? x }}', ESCAPED],
    ['{{ v | append: "" }}', ESCAPED],
    ['{{ "" | append: v }}', ESCAPED],
    ['{{ missing | default: v }}', ESCAPED],
    ['{% echo v %}', ESCAPED],
    ['{% liquid\n echo v %}', ESCAPED],
    ['{% assign w = v %}{{ w }}', ESCAPED],
    ['{% capture w %}{{ v }}{% endcapture %}{{ w }}', ESCAPED],
    ['{% capture w %}{{ v }}{% endcapture %}{% capture u %}{{ w }}{% endcapture %}{{ u }}', ESCAPED],
    ['{% cycle v %}', ESCAPED],
    ['{% for i in list %}{{ i }}{% endfor %}', '&lt;&gt;'],
    ['{{ list }}', '&lt;&gt;'],
    ['{{ list | join: "&" }}', '&lt;&amp;&gt;'],
    ['{{ v | escape }}', ESCAPED],
    ['{{ v | xml_escape }}', ESCAPED],
    ['{{ v | escape_once }}', ESCAPED],
    ['{{ v | escape | escape_once }}', ESCAPED],
    ['{{ half | escape_once }}', 'a &lt; b &amp; c'],
    ['{{ half }}', 'a &amp;lt; b &amp; c'],
    ['{{ v | strip_html }}', 'Tom&#39;s'],
    ['{{ v | raw }}', VALUE],
    ['{{ v | upcase | raw }}', VALUE.toUpperCase()],
    ['{{ v | raw | append: "" }}', ESCAPED],
    ['{{ half | replace: "&amp;lt;", "<" }}', 'a &lt; b &amp; c'],
    ['{{ v | escape | replace: "&amp;lt;", "<" | slice: 0, 9 }}', '&lt;b title='],
    ['{{ "a\n<b>" | newline_to_br }}', 'a<br />\n&lt;b&gt;'],
    ['{{ "<i>" }}', '&lt;i&gt;'],
    ['{{ "<i>" | raw }}', '<i>'],
    ['{{ liquid }}', LIQUID],
    ['{{ liquid | raw }}', LIQUID],
    ['{% assign w = liquid %}{{ w }}', LIQUID],
  ]
  for (const [source, output] of CASES) {
    it(`${JSON.stringify(source).slice(0, 60)} prints ${JSON.stringify(output)}`, () =>
      expect(body(source)).to.equal(output))
  }

  const PLACES = [
    '{{ x }}',
    '{{ x ?? y }}',
    '{{ x | append: x }}',
    '{{ x | newline_to_br }}',
    '{{ x | escape_once }}',
    '{{ data.x }}',
    '{{ data["x"] }}',
    '{% assign y = x %}{{ y }}',
    '{% capture y %}{{ x }}{% endcapture %}{{ y }}',
    '{% for y in x %}{{ y }}{% endfor %}',
    '{% cycle x, "a" %}',
    '{{ x | json }}',
    '{{ x | split: "" | reverse | join: "" }}',
  ]
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '{{', '}}', '%', ';', 'a', ' ', '\n') }),
  )
  const anyValue = fc.oneof(
    anyText,
    fc.array(anyText),
    fc.jsonValue().filter((value) => value !== null),
  )

  it('never leaves HTML of its own behind, whatever it is and wherever it stands', () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(...PLACES), (x, source) => {
        const printed = render(compile(source), { x, data: { x } }, { escape: true })
        const rest = printed.replaceAll('<br />', '').replaceAll(/&(?:amp|lt|gt|quot|#39|#34);/g, '')
        expect(rest).to.not.match(/[<>&"']/)
      }),
      runs(1_000),
    )
  })

  it('prints its text and nothing else, once a browser has read it', () => {
    const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
    fc.assert(
      fc.property(anyText, (x) => {
        const printed = render(compile('{{ x }}'), { x }, { escape: true })
        expect(printed.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')).to.equal(x)
      }),
      runs(),
    )
  })
})

describe('a value in a subject', () => {
  it('is not escaped', () => {
    for (const source of [
      '{{ v }}',
      '{{ v | raw }}',
      '{% capture w %}{{ v }}{% endcapture %}{{ w }}',
      '{% cycle v %}',
    ]) {
      expect(plain(source), source).to.equal(VALUE)
    }
    expect(plain('{{ object }}')).to.equal('{"a":"<b>"}')
  })

  it('never breaks the line, wherever it stands', () => {
    const breaks = fc.string({
      unit: fc.constantFrom('\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', 'a', ':'),
    })
    const sources = [
      '{{ x }}',
      'Hi {{ x ?? y }}!',
      '{% for y in x %}{{ y }}{% endfor %}',
      '{{ x | raw }}',
      '{{ x | newline_to_br }}',
    ]
    fc.assert(
      fc.property(
        fc.oneof(breaks, fc.array(breaks), fc.string({ unit: 'binary' })),
        fc.constantFrom(...sources),
        (x, subject) => {
          expect(renderMessage({ subject, body: '' }, { x }).subject).to.not.match(/[\r\n\v\f\u0085\u2028\u2029]/)
        },
      ),
      runs(),
    )
  })
})
