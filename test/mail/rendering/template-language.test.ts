import { expect } from 'chai'
import { compile } from '../../../mail/rendering/compile.js'
import { render } from '../../../mail/rendering/render-message.js'

const VARIABLES = {
  name: 'Ann',
  'first name': 'Ann Marie',
  'terms and conditions': 'agreed',
  'profile.tier': 'gold',
  profile: { tier: 'iron', city: 'Ulm', 'home town': 'Bonn', 'a.b': { c: 1 } },
  empty: '',
  nothing: null,
  zero: 0,
  no: false,
  html: '<b>"Tom" & \'Al\'</b>',
  items: [{ n: 1, 'list price': 5 }, { n: 2 }],
  tags: ['x', 'y'],
  signedUp: '2026-01-02T03:04:05Z',
  email: 'ann@example.com',
  data: { plan: 'pro', 'last name': 'Lee', email: 'other@example.com' },
}

const body = (source: string) => render(compile(source), VARIABLES, { escape: true })
const subject = (source: string) => render(compile(source), VARIABLES, { escape: false })

type Case = [source: string, output: string]
const table = (cases: Case[]) => {
  for (const [source, output] of cases) {
    it(`${JSON.stringify(source)} prints ${JSON.stringify(output)}`, () => expect(body(source)).to.equal(output))
  }
}

describe('names', () => {
  table([
    ['{{ name }}', 'Ann'],
    ['{{name}}', 'Ann'],
    ['{{ first name }}', 'Ann Marie'],
    ['{{ first\n  name }}', 'Ann Marie'],
    ['{{ first name | upcase }}', 'ANN MARIE'],
    ['{{ ["first name"] }}', 'Ann Marie'],
    ['{{ terms and conditions }}', 'agreed'],
    ['{{ profile.tier }}', 'gold'],
    ['{{ profile.city }}', 'Ulm'],
    ['{{ profile.home town }}', 'Bonn'],
    ['{{ profile["home town"] }}', 'Bonn'],
    ['{{ profile.a.b.c }}', '1'],
    ['{{ plan }}', 'pro'],
    ['{{ data.plan }}', 'pro'],
    ['{{ last name }}', 'Lee'],
    ['{{ data["last name"] }}', 'Lee'],
    ['{{ email }}', 'ann@example.com'],
    ['{{ data.email }}', 'other@example.com'],
    ['{{ missing }}', ''],
    ['{{ missing.deeper }}', ''],
    ['{{ name.deeper }}', ''],
    ['{{ items[1].n }}', '2'],
    ['{{ items.size }} {{ items.first.n }} {{ items.last.n }}', '2 1 2'],
    ['{{ items.0.n }}', ''],
    ['{{ zero }} {{ no }} {{ nothing }}.', '0 false .'],
    ['{{ tags }}', 'xy'],
  ])
})

describe('fallbacks', () => {
  table([
    ['{{ missing ?? there }}', 'there'],
    ['{{ missing ?? "there" }}', 'there'],
    ["{{ missing ?? 'there' }}", 'there'],
    ['{{missing??there}}', 'there'],
    ['{{ missing ?? dear customer }}', 'dear customer'],
    ['{{ empty ?? a }}{{ nothing ?? b }}{{ missing.deeper ?? c }}', 'abc'],
    ['{{ zero ?? a }} {{ no ?? b }} {{ name ?? c }}', '0 false Ann'],
    ['{{ missing ?? first ?? second }}', 'first'],
    ['{{ missing ?? "first" ?? "second" }}', 'first'],
    ['{{ name ?? first ?? second }}', 'Ann'],
    ['{{ missing ?? name }}', 'name'],
    ['{{ missing ?? <b>friend</b> }}', '<b>friend</b>'],
    ['{{ missing ?? "Tom & Al" }}', 'Tom & Al'],
    ['{{ html ?? x }}', '&lt;b&gt;&quot;Tom&quot; &amp; &#39;Al&#39;&lt;/b&gt;'],
    ["{{ missing ?? don't know }} isn't it", "don't know isn't it"],
    ['{{ missing ?? "say \\"hi\\"" }}', 'say "hi"'],
    ['{{ missing ?? "a }} b" }}', 'a }} b'],
    ['{{ missing ?? }}.', '.'],
    ['{{ missing ?? "" }}.', '.'],
    ['{{ first name ?? there }}', 'Ann Marie'],
    ['{{ middle name ?? none }}', 'none'],
    ['{{ data["nick name"] ?? none }}', 'none'],
    ['{{ name | capitalize ?? "there" }}', 'Ann'],
    ['{{ missing | capitalize ?? "there" }}', 'there'],
    ['{{ missing ?? "there" | upcase }}', 'THERE'],
    ['{{ missing ?? there | upcase }}', 'THERE'],
    ['{{ missing ?? this | that }}', 'this | that'],
    ['{{ "what??" }}', 'what??'],
    ['{{ name | append: " ??" }}', 'Ann ??'],
    ['a {{- missing ?? b -}} c', 'abc'],
    ['{% raw %}{{ missing ?? x }}{% endraw %}', '{{ missing ?? x }}'],
    ['{% echo missing ?? <i> %}', '<i>'],
    ['{% echo first name %}', 'Ann Marie'],
  ])
})

describe('tags', () => {
  table([
    ['{% if first name == "Ann Marie" %}yes{% endif %}', 'yes'],
    ['{% if middle name %}yes{% else %}no{% endif %}', 'no'],
    ['{% if missing ?? "x" == "x" %}yes{% endif %}', 'yes'],
    ['{% if missing ?? free trial == "free trial" and zero == 0 %}yes{% endif %}', 'yes'],
    ['{% if missing ?? 18 >= 18 %}yes{% endif %}', 'yes'],
    ['{% if missing ?? true %}yes{% endif %}', 'yes'],
    ['{% unless missing ?? false %}yes{% endunless %}', 'yes'],
    ['{% if data["last name"] ?? "x" == "Lee" %}yes{% endif %}', 'yes'],
    ['{% if name contains "nn" or missing %}yes{% endif %}', 'yes'],
    ['{% assign who = first name | upcase ?? "there" %}{{ who }}', 'ANN MARIE'],
    ['{% assign who = middle name ?? there %}{{ who }}', 'there'],
    ['{% case plan ?? free %}{% when "free" or "pro" %}yes{% endcase %}', 'yes'],
    [
      '{% for item in items %}{{ forloop.index }}:{{ item.n }}:{{ item.list price ?? none }} {% endfor %}',
      '1:1:5 2:2:none ',
    ],
    ['{% for item in items limit: 1 reversed %}{{ item.n }}{% endfor %}', '1'],
    ['{% for n in (1..3) %}{{ n }}{% else %}none{% endfor %}', '123'],
    ['{% for item in my items %}x{% else %}none{% endfor %}', 'none'],
    ['{% for name in tags %}{{ name }}{% endfor %}{{ name }}', 'xyAnn'],
    [
      '{% capture link %}<a>{{ html }}</a>{% endcapture %}{{ link }}',
      '<a>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Al&#39;&lt;/b&gt;</a>',
    ],
    ['{{ signedUp | date: "%d.%m.%Y %H:%M" }}', '02.01.2026 03:04'],
    ['{{ items | map: "n" | join: ", " }}', '1, 2'],
  ])
})

describe('escaping', () => {
  it('covers every value in a body, whatever prints it', () => {
    for (const source of ['{{ html }}', '{% echo html %}', '{% cycle html, "x" %}', '{{ html | append: "<i>" }}']) {
      expect(body(source), source).to.not.match(/<[bi]>/)
    }
  })

  it('is left out where the author asks for it', () => {
    expect(body('{{ html | raw }}')).to.equal(VARIABLES.html)
  })

  it('happens once: escaping by hand and line breaks are not escaped again', () => {
    expect(body('{{ html | escape }}')).to.equal(body('{{ html }}'))
    expect(body('{{ "a\n<b>" | newline_to_br }}')).to.equal('a<br />\n&lt;b&gt;')
  })

  it('is not for subjects', () => {
    expect(subject('{{ html }}')).to.equal(VARIABLES.html)
  })

  it('prints objects as JSON, escaped like any value', () => {
    expect(subject('{{ data }}')).to.equal(JSON.stringify(VARIABLES.data))
    expect(body('{{ data }}')).to.include('&quot;plan&quot;')
  })
})
