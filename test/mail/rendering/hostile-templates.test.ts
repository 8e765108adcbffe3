import { expect } from 'chai'
import { checkSyntax, compile } from '../../../mail/rendering/compile.js'
import { render, RenderError } from '../../../mail/rendering/render-message.js'

const repeated = (count: number, text: string) =>
  `{% assign s = "${text}" %}{% for i in (1..${count}) %}{% assign s = s | append: s %}{% endfor %}`
const nested = (count: number, step: string) =>
  `{% assign a = list %}{% for i in (1..${count}) %}{% assign a = a | ${step} %}{% endfor %}`
const VARIABLES = { text: 'x'.repeat(10_000), list: [1, 2, 3], user: { name: 'Ann' }, 'a b': 1 }

const print = (source: string) => render(compile(source), VARIABLES, { escape: true })

/** What became of a template, or why it was stopped. */
function outcome(source: string): string {
  try {
    return print(source)
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError)
    return (error as RenderError).message
  }
}

const TIME = 'The template takes longer than a second to render'
const MEMORY = 'The template needs too much memory to render'

describe('a hostile template', () => {
  const STOPPED: [what: string, source: string, message: string][] = [
    ['loops inside loops', '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4), TIME],
    [
      'loops that print nothing',
      '{% for a in (1..999999) %}{% for b in (1..9) %}{% if a %}{% endif %}{% endfor %}{% endfor %}',
      TIME,
    ],
    ['a range without end', '{% for a in (1..999999999999) %}{% endfor %}', MEMORY],
    ['a range that is only assigned', '{% assign r = (1..999999999999) %}', MEMORY],
    ['appending to itself', repeated(40, 'x'), MEMORY],
    ['prepending to itself', repeated(20, 'x').replaceAll('append', 'prepend') + '{{ s }}'.repeat(20), MEMORY],
    ['replacing each letter by all', `${repeated(18, 'x')}{{ s | replace: "x", s }}`, MEMORY],
    ['replacing nothing by all', `${repeated(18, 'x')}{{ s | replace: "", s }}`, MEMORY],
    ['joining with a long text', `${repeated(18, 'x')}{{ s | split: "" | join: s }}`, MEMORY],
    ['a date as wide as it likes', '{{ "now" | date: "%999999999d" }}', MEMORY],
    ['a list that is put into itself', `${nested(60, 'push: a')}{{ a }}`, MEMORY],
    ['a list that is put before itself', `${nested(60, 'unshift: a')}{{ a | join: "," }}`, MEMORY],
    ['lists of groups of lists', `${nested(60, 'concat: a | group_by: "x"')}{{ a }}`, MEMORY],
    ['a list within lists that is never printed', nested(60, 'push: a'), MEMORY],
    [
      'comparing lists over and over',
      `${repeated(16, 'ab')}{% assign a = s | split: "" %}{% assign b = s | split: "" %}{% if ${'a == b and '.repeat(5_000)}true %}{% endif %}`,
      TIME,
    ],
    [
      'searching over and over',
      `${repeated(20, 'a')}{% assign p = s | slice: 0, 1000 | append: "b" %}{% if ${'s contains p or '.repeat(5_000)}false %}{% endif %}`,
      TIME,
    ],
    ['filters in an endless row', `${repeated(20, '%')}{{ s${' | url_encode | url_decode'.repeat(20_000)} }}`, MEMORY],
    [
      'filters that keep the length',
      `${repeated(12, 'x')}{{ s${' | first | size | at_least: 5'.repeat(100)}${' | plus: 1'.repeat(10)} }}`,
      '15',
    ],
    ['sorting a long list', `${repeated(20, 'ab')}{{ s | split: "" | sort | size }}`, MEMORY],
    ['stripping tags that never end', `${repeated(17, '<script ')}{{ s | strip_html | size }}`, '1048576'],
    [
      'white space that never ends',
      `${repeated(20, ' ')}{{ s | squish | size }}{{ s | truncatewords: 3 | size }}{{ s | strip | size }}`,
      '000',
    ],
    ['a cycle within a loop', '{% for a in (1..3000000) %}{% cycle "a", "b" %}{% endfor %}', TIME],
    ['a table without end', '{% tablerow a in (1..999999) %}{{ text }}{% endtablerow %}', MEMORY],
  ]
  for (const [what, source, message] of STOPPED) {
    it(`of ${what} is stopped, or does no harm`, () => {
      const begin = process.cpuUsage()
      expect(outcome(source)).to.equal(message)
      expect(process.cpuUsage(begin).user).to.be.below(5_000_000)
      expect(print('{{ user.name }} {{ a b }} {{ s ?? none }}{{ a ?? none }}')).to.equal('Ann 1 nonenone')
    })
  }

  it('of blocks within blocks is refused, and rendered up to a hundred', () => {
    const nested = (depth: number) => '{% if true %}'.repeat(depth) + 'x' + '{% endif %}'.repeat(depth)
    expect(outcome(nested(100))).to.equal('x')
    expect(checkSyntax(nested(101))?.message).to.equal('The template is nested too deeply')
  })

  it('leaves memory as it was', () => {
    const sources = STOPPED.map(([, source]) => source)
    const before = process.memoryUsage().heapUsed
    for (const source of sources.slice(4, 15)) outcome(source)
    expect(process.memoryUsage().heapUsed - before).to.be.below(500 * 1024 * 1024)
  })

  const REACHES = [
    '{{ user.constructor }}',
    '{{ user["constructor"]["prototype"] }}',
    '{{ user.__proto__ }}',
    '{{ ["__proto__"] }}',
    '{{ __proto__ }}',
    '{{ constructor }}',
    '{{ text.constructor }}',
    '{{ list.constructor.name }}',
    '{{ list | map: "constructor" }}',
    '{{ list | map: "__proto__" | join: "" }}',
    '{{ list | where: "constructor" }}',
    '{% assign k = "constructor" %}{{ user[k] }}{{ list[k] }}{{ text[k] }}',
    '{% for p in user.__proto__ %}{{ p }}{% endfor %}',
    '{{ user.hasOwnProperty }}{{ list.push }}{{ text.at }}{{ list.concat }}',
    '{{ process }}{{ globalThis }}{{ require }}{{ this }}',
  ]
  for (const source of REACHES) {
    it(`reaches nothing of ours by ${source}`, () => expect(print(source)).to.equal(''))
  }

  it('changes nothing of ours by what it assigns', () => {
    print('{% assign __proto__ = list %}{% assign constructor = 1 %}{% capture toString %}x{% endcapture %}')
    print('{% increment __proto__ %}{% decrement hasOwnProperty %}')
    expect(Object.hasOwn(Object.prototype, '0')).to.equal(false)
    expect(Object.prototype.toString.call({})).to.equal('[object Object]')
    expect(Object.getOwnPropertyNames(Object.prototype)).to.not.include('user')
    expect(print('{{ user }}{{ x }}')).to.equal('{&quot;name&quot;:&quot;Ann&quot;}')
  })
})

describe('the place of a syntax error', () => {
  const FAULTS: [source: string, line: number, column: number, message: RegExp][] = [
    ['{{ a ?? b }}{{ c | nope }}', 1, 13, /Undefined filter: nope/],
    ['{{ first name }}\n\n  {{ c | nope ?? "x" }}', 3, 3, /Undefined filter: nope/],
    ['é🎉\n{{ c | nope }}', 2, 1, /Undefined filter: nope/],
    ['\r\n\r\n{% nope %}', 3, 1, /Tag "nope" not found/],
    ['{{ a }}\n{% if a ?? "b" == "c" %}', 2, 1, /This tag is not closed/],
    ['{% if a ?? b %}{% else %}\n{% endunless %}', 2, 1, /endunless/],
    ['{% for a in b ?? c %}\n{{ d', 2, 1, /not closed/],
    ['a {% assign x %}', 1, 14, /Expected "="/],
    ['a {% assign = first name %}', 1, 3, /Expected variable name/],
    ['{{ first name }}{% raw %}', 1, 17, /not closed/],
    ['{% include "x" %}', 1, 1, /Tag "include" not found/],
    ['x\n{% render "x" %}', 2, 1, /Tag "render" not found/],
    ['{% layout "x" %}', 1, 1, /Tag "layout" not found/],
    ['{% liquid\n assign a = b ?? "c"\n nope %}', 1, 1, /nope/],
    [`${'{{ a ?? b }}\n'.repeat(1_000)}{{ c | nope }}`, 1_001, 1, /Undefined filter: nope/],
  ]
  for (const [source, line, column, message] of FAULTS) {
    it(`of ${JSON.stringify(source.slice(0, 60))} is line ${line}, column ${column}`, () => {
      const fault = checkSyntax(source)
      expect(fault).to.include({ line, column })
      expect(fault?.message).to.match(message)
    })
  }
})
