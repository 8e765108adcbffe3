import { expect } from 'chai'
import { Liquid } from 'liquidjs'
import { checkSyntax, compile } from '../../../mail/rendering/compile.js'
import { render } from '../../../mail/rendering/render-message.js'

const VARIABLES = {
  a: 1,
  b: 2,
  score: 7,
  plan: 'pro',
  vip: true,
  list: [1, 2, 3],
  items: [{ title: 'pen', price: 5 }, { title: 'ink' }],
  'a-b': 3,
  'first name': 'Ann',
  'R&D budget': 500,
  'A/B group': 'left',
  'net - gross': 9,
  'address 2': 'Flat 1',
  '5 star rating': 4,
  data: { 'net - gross': 9, n: 0 },
}
const print = (source: string): string => render(compile(source), VARIABLES, { escape: true })
const closed = (tag: string): string => {
  const name = /\w+/.exec(tag)?.[0] ?? ''
  const end = ['if', 'unless', 'for', 'case', 'capture', 'tablerow'].includes(name) ? `{% end${name} %}` : ''
  return `{% ${tag} %}${end}`
}

describe('text that no expression uses', () => {
  const REFUSED = [
    ['{{ a, b }}', '{{ a) }}', '{{ (a }}', '{{ a || b }}', '{{ a ? b : c }}', '{{ a; b }}', '{{ a "b" }}'],
    ['{{ "a" "b" }}', '{{ 5 6 }}', '{{ true story }}', '{{ a = b }}', '{{ a == }}', '{{ == a }}', '{{ not }}'],
    ['{{ a. }}', '{{ .a }}', '{{ a..b }}', '{{ a[] }}', '{{ list[0 1] }}', '{{ list[0] x }}', '{{ a & b }}'],
    ['{{ a < > b }}', '{{ a <> b }}', '{{ a <b> }}', '{{ ?? b }}', '{{ a | upcase, b }}', '{{ a | plus: }}'],
    ['{{ a | plus: 1, }}', '{{ a | plus: 1 2 }}', '{{ a | nope }}', '{{ a | constructor }}', '{{ a | toString }}'],
    ['{{ a | default: b c }}', '{{ a ?? b | upcase: , }}', '{{ “a” }}', '{{ ‘a’ }}', '{{ a\u200b }}', '{{ \ufeffa }}'],
    ['{{ a | | upcase }}', '{{ (a | nope) }}', '{{ -a }}', '{{ !a }}', '{{ {a} }}', '{{ first (name) }}'],
    ['if a >', 'if > 5', 'if a and', 'if and a', 'if or', 'if not', 'if a not b', 'if a contains', 'if a = 5'],
    ['if a === 5', 'if a && b', 'if a || b', 'if !a', 'if a > 5 foo', 'if a == true x', 'if a == "b', 'if a == b"'],
    ['if a > > 5', 'if (a', 'if a)', 'if ()', 'if a, b', 'if a == not b', 'if a ??', 'if ?? a', 'if a & b > 1'],
    ['if plan == “pro”', 'if plan == ‘pro’', 'if a | size > 3', 'if (a | nope)', 'if first & last', 'if 5 6'],
    ['unless a >', 'unless a b)', 'case a,', 'case a b c)', 'for x in', 'for x in list | reverse', 'for x in list]'],
    [
      'for x in list, limit',
      'for x in list limit',
      'for x in list limit: 2 foo: 3',
      'for x in (1..)',
      'for x in (1..2',
    ],
    [
      'for x in list cols: 2',
      'for x in list reversed: true',
      'tablerow x in list foo: 2',
      'tablerow x in list reversed',
    ],
    [
      'assign x',
      'assign x =',
      'assign = 5',
      'assign x == 5',
      'assign x = 5 6',
      'assign x = a, b',
      'assign x = "a" "b"',
    ],
    ['assign first name = 5', 'capture x y', 'capture x = 5', 'capture', 'increment', 'increment x y', 'decrement x 1'],
    ['cycle', 'cycle "a" "b"', 'cycle "a",', 'cycle g: ', 'cycle a | nope', 'echo a, b', 'echo a >', 'break x'],
    ['constructor', 'if a > 5 and', 'if a b c > 5 >'],
  ]
    .flat()
    .map((text) => (text.startsWith('{') ? text : closed(text)))
  const WITHIN = [
    '{% if a %}{% else if b %}{% endif %}',
    '{% if a %}{% else b %}{% endif %}',
    '{% if a %}{% endif a %}',
    '{% if a %}{% elsif %}{% endif %}',
    '{% if a %}{% elsif b > %}{% endif %}',
    '{% unless a %}{% else x %}{% endunless %}',
    '{% unless a %}{% endunless a %}',
    '{% for x in list %}{% else y %}{% endfor %}',
    '{% for x in list %}{% endfor x %}',
    '{% case a %}{% when %}{% endcase %}',
    '{% case a %}{% when 1 2 %}{% endcase %}',
    '{% case a %}{% when 1, %}{% endcase %}',
    '{% case a %}{% when 1 or %}{% endcase %}',
    '{% case a %}{% when 1 %}{% endcase a %}',
    '{% capture x %}{% endcapture x %}',
    '{% tablerow x in list %}{% endtablerow x %}',
    '{% liquid\n if a >\n endif %}',
    '{% liquid\n echo a, b %}',
    '{% liquid\n assign x = 1 2 %}',
    '{% liquid\n for x in list | reverse\n endfor %}',
  ]
  for (const source of [...REFUSED, ...WITHIN]) {
    it(`is refused with its place in ${JSON.stringify(source)}`, () => {
      const fault = checkSyntax(`one\n two ${source}`)
      const lines = source.split('\n').length
      expect(fault?.line).to.be.within(2, 1 + lines)
      expect(fault?.column).to.be.within(1, 6 + source.length)
      expect(fault?.message).to.be.a('string').that.is.not.empty
    })
  }

  const PLACES: [source: string, line: number, column: number, suggestion?: string][] = [
    ['{% if score = 5 %}{% endif %}', 1, 13, 'Use =='],
    ['{% if score &gt; 5 &amp;&amp; vip %}{% endif %}', 1, 20, 'Use and'],
    ['a\n{%- if\n  score > 5 oops -%}{% endif %}', 3, 13],
    ['{% if plan == “pro” %}{% endif %}', 1, 15, 'straight'],
    ['{% if a %}{% else if b %}{% endif %}', 1, 19, 'elsif'],
    ['{% for x in list | reverse %}{% endfor %}', 1, 18, 'parentheses'],
    ['x\n{% liquid\n  assign y = 1\n  if y >\n  endif\n%}', 4, 9],
    ['{{ a&nbsp;&nbsp;== }}', 1, 20],
    ['{{ first & last }}', 1, 10, 'data["a name"]'],
  ]
  for (const [source, line, column, suggestion] of PLACES) {
    it(`stands at ${line}:${column} of ${JSON.stringify(source)}`, () => {
      const fault = checkSyntax(source)
      expect(fault).to.include({ line, column })
      if (suggestion) expect(fault?.suggestion).to.include(suggestion)
    })
  }

  it('is no fault in a comment, in raw text and in the text around', () => {
    const text =
      'a > b, c) {% comment %}{{ a * }}{% if > %}&gt;{% endcomment %}{% raw %}{{ a &gt; }}{% endraw %}{% # a > %}'
    expect(print(text)).to.equal('a > b, c) {{ a &gt; }}')
    expect(print('{% liquid\n comment\n if >\n endcomment\n # a >\n echo a %}')).to.equal('1')
  })
})

describe('whole expressions', () => {
  const SAME_AS_LIQUIDJS = [
    ['{{ a }}', '{{ a | plus: 1 | times: -2 }}', '{{ a | }}', '{{ a|plus:1 }}', '{{ "x" | append : "y" }}', '{{ -5 }}'],
    ['{{ items[0].title }}', '{{ items[-1]["title"] }}', '{{ items["0"].title }}', '{{ items.first.title }}'],
    ['{{ items.0.title }}', '{{ list[data.n] }}', '{{ items[data["n"]].title | upcase }}', '{{ (1..3) | join: "-" }}'],
    ['{{ a == 1 }}', '{{ a == 1 and b == 3 }}', '{{ not vip }}', '{{ a-b }}', '{{ list | slice: 0, 2 | join }}'],
    ['{{ x | default: "d", allow_false: true }}', '{{ (a == 1) }}', '{{ ((a)) }}', '{{ "a, b > c * d" }}', '{{ 1.5 }}'],
    [
      '{% if a == 1 or b > 5 and vip %}y{% endif %}',
      '{% if list contains 2 %}y{% endif %}',
      '{% if a <= b %}y{% endif %}',
    ],
    [
      '{% if plan != blank and plan != empty and x == nil %}y{% endif %}',
      '{% unless a > 5 %}y{% else %}n{% endunless %}',
    ],
    ['{% case plan %}{% when "free", "pro" %}y{% else %}n{% endcase %}', '{% case a %}{% when 2 or 1 %}y{% endcase %}'],
    ['{% for x in list reversed limit: 2, offset: 1 %}{{ x }}{% endfor %}', '{% for x in (a..b) %}{{ x }}{% endfor %}'],
    ['{% for x in list limit:1 %}{{ x }}{% endfor %}{% for x in list offset:continue %}{{ x }}{% endfor %}'],
    ['{% tablerow x in list cols: 2 limit: 3 %}{{ x }}{% endtablerow %}', '{% cycle "a", "b" %}{% cycle "a", "b" %}'],
    [
      '{% cycle "g": "a", b %}',
      '{% assign x = list | reverse | first %}{{ x }}',
      '{% capture "x y" %}1{% endcapture %}',
    ],
    [
      '{% increment n %}{% decrement m %}',
      '{% echo a | plus: 1 %}',
      '{%- if a -%} y {%- endif -%}',
      '{% if true %}y{% endif %}',
    ],
    [
      '{% liquid\n assign x = 1\n if x == 1\n echo "y"\n endif\n%}',
      '{% for x in list %}{% break %}{% endfor %}',
      '{% echo %}',
    ],
  ].flat()
  const shipped = new Liquid({ groupedExpressions: true })
  for (const source of SAME_AS_LIQUIDJS) {
    it(`mean in ${JSON.stringify(source).slice(0, 70)} what they mean to liquidjs`, () => {
      const printed = render(compile(source), VARIABLES, { escape: false })
      expect(printed).to.equal(shipped.parseAndRenderSync(source, VARIABLES))
    })
  }

  const OURS: [source: string, printed: string][] = [
    ['{{ first name }} {{ R&D budget }} {{ A/B group }} {{ address 2 }} {{ 5 star rating }}', 'Ann 500 left Flat 1 4'],
    ['{{ data["net - gross"] }} {{ ["net - gross"] }}', '9 9'],
    ['{% if first name == "Ann" and R&D budget > 400 %}y{% endif %}', 'y'],
    ['{% if 5 star rating > 3 %}y{% endif %}', 'y'],
    ['{% if (first name == "Ann") %}y{% endif %}{% if (not missing) and vip %}z{% endif %}', 'yz'],
    ['{% case first name %}{% when "Ann" %}y{% endcase %}{% case "Ann" %}{% when first name %}y{% endcase %}', 'yy'],
    ['{% cycle first name, "b" %}{% cycle missing ?? "c" %}', 'Annc'],
    ['{% for x in missing ?? "z" limit: a ?? 5 %}{{ x }}{% endfor %}', 'z'],
    ['{% for x in (list | reverse) %}{{ x }}{% endfor %}', '321'],
    ['{{ list[address 3] }}{{ items [0] . title }}{{ items\n.0\n.title }}{{ items . first . title }}', 'penpenpen'],
    ['{% if items . 0 . title == "pen" %}y{% endif %}{% for i in items.0 %}{{ i[0] }};{% endfor %}', 'ytitle;price;'],
    ['{% assign n = 1 %}{{ items[n].title | append: items.0.title }}', 'inkpen'],
  ]
  for (const [source, printed] of OURS) {
    it(`print ${JSON.stringify(printed)} for ${JSON.stringify(source).slice(0, 80)}`, () =>
      expect(print(source)).to.equal(printed))
  }

  it('find the longest literal key first, also one that looks like an index', () => {
    const variables = { items: { 0: { title: 'by key' }, '0.title': 'literal' }, list: [['x']], 'list.0.0': 'dotted' }
    const printed = (source: string): string => render(compile(source), variables, { escape: false })
    expect(printed('{{ items.0.title }}|{{ items[0].title }}|{{ items["0"]["title"] }}')).to.equal(
      'literal|literal|literal',
    )
    expect(printed('{{ list.0.0 }}|{{ list[0] | first }}')).to.equal('dotted|x')
  })
})

describe('arithmetic', () => {
  const FILTERS = {
    '*': 'times',
    '+': 'plus',
    '-': 'minus',
    '/': 'divided_by',
    '%': 'modulo',
    '×': 'times',
    '÷': 'divided_by',
  }
  const PLACES = [
    ['{{ a @ 2 }}', '{{ price @ 2 | round }}', '{{ 3 @ 2 }}', '{{ "a" @ "b" }}', '{{ first name @ 2 }}', '{{ a @b }}'],
    ['{{ items[0].price @ 2 }}', '{{ (a @ 2) }}', '{{ a | plus: 1 @ 2 }}', '{{ list[a @ 1] }}', '{{ a @ 2 ?? x }}'],
    [
      '{% assign x = 1 @ 2 %}',
      '{% assign x = a ?? 1 @ 2 %}',
      '{% if a @ 2 > 5 %}{% endif %}',
      '{% if 5 > a @ 2 %}{% endif %}',
    ],
    ['{% unless a @ 2 %}{% endunless %}', '{% if a %}{% elsif a @ 2 %}{% endif %}', '{% case a @ 2 %}{% endcase %}'],
    [
      '{% case a %}{% when 1 @ 2 %}{% endcase %}',
      '{% for i in (1..a @ 1) %}{% endfor %}',
      '{% for i in list limit: a @ 1 %}{% endfor %}',
    ],
    [
      '{% cycle a @ 1, b %}',
      '{% echo a @ 2 %}',
      '{% liquid\n assign x = a @ 2\n%}',
      '{% tablerow i in list cols: a @ 1 %}{% endtablerow %}',
    ],
  ].flat()
  for (const [sign, filter] of Object.entries(FILTERS)) {
    it(`by ${sign} is refused everywhere, and the filter ${filter} suggested`, () => {
      for (const place of PLACES) {
        const source = place.replace('@', sign)
        const fault = checkSyntax(source)
        const column = place.includes('\n') ? 15 : place.indexOf('@') + 1
        expect(fault, source).to.include({ line: place.includes('\n') ? 2 : 1, column })
        expect(`${fault?.message} ${fault?.suggestion}`, source).to.match(
          new RegExp(`filter ${filter}.*\\| ${filter}: b`),
        )
      }
    })
  }

  it('is none within a word, a text, a number or a name in brackets', () => {
    expect(print('{{ a-b }}{{ "1 + 2" }}{{ a | times: -1 }}{{ data["net - gross"] }}{{ R&amp;D budget }}')).to.equal(
      '31 + 2-19500',
    )
  })
})

describe('an entity in a tag or an output', () => {
  const CASES: [source: string, printed: string][] = [
    ['{% if score &gt; 5 %}high{% else %}low{% endif %}', 'high'],
    ['{% if score &lt; 5 %}low{% elsif score &gt;= 7 %}high{% endif %}', 'high'],
    ['{% unless score &#60; 5 %}high{% endunless %}{% if 5 &#x3C; score &#38;&#x61;nd vip %}{% endif %}', 'fault'],
    ['{% if plan == &quot;pro&quot; and score &GT; 5 %}y{% endif %}', 'y'],
    ['{% if plan == &#39;pro&#39; or plan == &apos;x&apos; %}y{% endif %}', 'y'],
    ['{%&nbsp;if&nbsp;score&nbsp;&gt;&nbsp;5&nbsp;%}y{%&nbsp;endif&nbsp;%}', 'y'],
    ['{{&nbsp;first&nbsp;name&nbsp;}}', 'Ann'],
    ['{{ first\u00a0name }}', 'Ann'],
    ['{{ R&amp;D budget }}', '500'],
    ['{% case plan %}{% when &quot;pro&quot; %}y{% endcase %}', 'y'],
    ['{% assign x = &quot;a&lt;b&quot; %}{{ x }}', 'a&lt;b'],
    ['{% for x in list limit:&nbsp;1 %}{{ x }}{% endfor %}', '1'],
    ['{% echo plan | append: &quot;!&quot; %}', 'pro!'],
    ['{% liquid\n if score &gt; 5\n echo &quot;y&quot;\n endif %}', 'y'],
    ['{{ plan | append: &quot; &amp; more&quot; }}', 'pro &amp; more'],
    ['{{ plan | replace: "pro", "&lt;" }}', '&lt;'],
    ['{{ missing ?? &quot;friend&quot; }}', 'friend'],
    ['{{ missing ?? Tom &amp; Jerry }}', 'Tom &amp; Jerry'],
    ['{{ missing ?? "&lt;b&gt;" }}', '&lt;b&gt;'],
    ['{{ missing ?? &quot;a &lt; b&quot; | upcase }}', 'A &lt; B'],
    ['{% if missing ?? &quot;a&quot; == "a" %}y{% endif %}', 'y'],
    ['{{- plan -}}&gt;{%- if score &gt; 5 -%} y {%- endif -%}', 'pro&gt;y'],
    ['&lt;{{ plan }}&gt; {% raw %}{% if a &gt; b %}{% endraw %}', '&lt;pro&gt; {% if a &gt; b %}'],
    ['{% if score &amp;gt; 5 %}{% endif %}', 'fault'],
    ['{% if score &ge; 5 %}{% endif %}', 'fault'],
    ['{{ a &#0; }}', 'fault'],
  ]
  for (const [source, printed] of CASES) {
    it(`${JSON.stringify(source)} ${printed === 'fault' ? 'is refused' : `prints ${JSON.stringify(printed)}`}`, () => {
      if (printed === 'fault') expect(checkSyntax(source)).to.include({ line: 1 })
      else expect(print(source)).to.equal(printed)
    })
  }

  it('is text like any other in a subject, in a fallback too', () => {
    const subject = (source: string): string => render(compile(source), VARIABLES, { escape: false })
    expect(subject('{{ missing ?? Tom &amp; Jerry }}')).to.equal('Tom & Jerry')
    expect(subject('Tom &amp; {% if score &gt; 5 %}{{ plan }}{% endif %}')).to.equal('Tom &amp; pro')
  })

  it('stays what it is in the value of a contact', () => {
    const variables = { plan: '&quot;pro&quot;', op: '&gt;' }
    expect(render(compile('{{ plan }}{{ op | append: "&gt;" }}'), variables, { escape: false })).to.equal(
      '&quot;pro&quot;&gt;>',
    )
  })
})
