import { expect } from 'chai'
import { usedVariables, type UsedVariable } from '../../../mail/inspection/used-variables.js'

const used = (body: string, variables: Record<string, unknown> = {}, subject = ''): UsedVariable[] =>
  usedVariables({ content: { subject, body }, variables }, null)
const names = (body: string): string[] => used(body).map(({ name }) => name)
const bare = (body: string): string[] => used(body).flatMap(({ name, isBare }) => (isBare ? name : []))

describe('usedVariables', () => {
  const NAMED: [source: string, names: string[]][] = [
    ['plain text', []],
    ['{{ name }} {{ name }} {{ plan }}', ['name', 'plan']],
    ['{{ first name }} {{ data["last name"] }}', ['first name', 'data.last name']],
    ['{{ profile.tier }}{{ items[0].title }}', ['profile.tier', 'items.0.title']],
    ['{{ items[index].title }}', ['items', 'index']],
    ['{% if plan == "pro" and age > limit %}{% endif %}', ['plan', 'age', 'limit']],
    [
      '{% for item in items limit: most %}{{ item.title }}{{ forloop.index }}{% endfor %}{{ item }}',
      ['items', 'most', 'item'],
    ],
    ['{% assign who = name | default: other %}{{ who }}', ['name', 'other']],
    ['{% capture who %}{{ name }}{% endcapture %}{{ who }}', ['name']],
    ['{{ who }}{% assign who = 1 %}{{ who }}', ['who']],
    ['{% case plan %}{% when wanted %}{{ a }}{% else %}{{ b }}{% endcase %}', ['plan', 'wanted', 'a', 'b']],
    ['{% liquid\nassign x = name\necho x\necho plan\n%}', ['name', 'plan']],
    ['{% unless (a ?? "x") == b %}{% endunless %}', ['a', 'b']],
    ['{% for n in (1..most) %}{% endfor %}', ['most']],
    ['{% comment %}{{ name }}{% endcomment %}{% raw %}{{ plan }}{% endraw %}', []],
    ['{{ "text" }}{{ 5 }}{{ true }}', []],
  ]
  for (const [source, expected] of NAMED) {
    it(`finds ${expected.join(', ') || 'nothing'} in ${JSON.stringify(source).slice(0, 70)}`, () => {
      expect(names(source)).to.deep.equal(expected)
    })
  }

  const BARE: [source: string, names: string[]][] = [
    ['{{ name }}', ['name']],
    ['{{ name | upcase }}', ['name']],
    ['{{ name ?? there }}', []],
    ['{{ name | default: "there" }}', []],
    ['{% if name %}{{ name }}{% endif %}', []],
    ['{% if name %}{% for a in list %}{{ name }}{% endfor %}{% else %}{{ plan }}{% endif %}', ['plan']],
    ['{% if name %}{{ name }}{% endif %}{{ name }}', ['name']],
    ['{{ a | append: b }}', ['a']],
    ['{% assign who = name %}{{ who }}', []],
  ]
  for (const [source, expected] of BARE) {
    it(`takes ${expected.join(', ') || 'nothing'} for bare in ${JSON.stringify(source)}`, () => {
      expect(bare(source)).to.deep.equal(expected)
    })
  }

  it('says where a variable first stands, or is first bare', () => {
    const [name, plan] = used(
      'a\n {{ name ?? you }}\n\n  {{ name }} {{ plan ?? &gt; }}',
      {},
      'Hi {{ plan }}',
    ).toReversed()
    expect(name).to.include({ name: 'name', part: 'body', line: 4, column: 3, isBare: true })
    expect(plan).to.include({ name: 'plan', part: 'subject', line: 1, column: 4, isBare: true })
  })

  it('says the value as a template prints it, and null where there is none', () => {
    const variables = {
      name: 'Ann',
      list: [1, 2],
      data: { plan: 'pro', deep: { a: 1 } },
      lost: null,
      hollow: '',
      no: false,
    }
    const body = '{{ name }}{{ list }}{{ plan }}{{ deep }}{{ lost }}{{ hollow }}{{ no }}{{ none }}{{ data.plan }}'
    expect(Object.fromEntries(used(body, variables).map(({ name, value }) => [name, value]))).to.deep.equal({
      name: 'Ann',
      list: '12',
      plan: 'pro',
      deep: '{"a":1}',
      lost: null,
      hollow: null,
      no: 'false',
      none: null,
      'data.plan': 'pro',
    })
  })

  it('cuts long values, and lists two hundred variables at most', () => {
    const [first] = used('{{ name }}', { name: 'x'.repeat(10_000) })
    expect(first?.value).to.have.length(500)
    const many = Array.from({ length: 1_000 }, (_, index) => `{{ field${index} }}`).join('')
    expect(used(many)).to.have.length(200)
  })

  it('passes over names that no field can have', () => {
    expect(names(`{{ ${'a.'.repeat(500)}a }}{{ data["${'x'.repeat(300)}"] }}`)).to.deep.equal([])
  })
})
