import { expect } from 'chai'
import { compile } from '../../../mail/rendering/compile.js'
import { render, RenderError } from '../../../mail/rendering/render-message.js'
import { Budget, OverBudget } from '../../../mail/rendering/threads/budget.js'
import { expectProcessorCost } from '../../support/processor-cost.js'
import { inTime } from './in-time.js'

const repeated = (count: number, text: string) =>
  `{% assign s = "${text}" %}{% for i in (1..${count}) %}{% assign s = s | append: s %}{% endfor %}`
const nested = (count: number, step: string) =>
  `{% assign a = list %}{% for i in (1..${count}) %}{% assign a = a | ${step} %}{% endfor %}`
const VARIABLES = { text: 'x'.repeat(10_000), list: [1, 2, 3], user: { name: 'Ann' }, 'a b': 1 }

const print = (source: string, budget?: Budget) => render(compile(source), VARIABLES, { escape: true, budget })

const SOON = 'The template exceeds its budget of time'
const TIME = 'The template takes longer than a second to render'
const MEMORY = 'The template needs too much memory to render'

/** The output of a template, or the reason why it was stopped; with `SOON` it has a twentieth of its second. */
async function outcome(source: string, expected: string): Promise<string> {
  try {
    // Only the time is limited, so that nothing else can be what stops it.
    if (expected === SOON) return print(source, Object.assign(new Budget(), { memory: Infinity }))
    return expected === TIME ? print(source) : await inTime(() => print(source))
  } catch (error) {
    if (error instanceof OverBudget) return SOON
    expect(error).to.be.instanceOf(RenderError)
    return (error as RenderError).message
  }
}

describe('a hostile template', () => {
  const STOPPED: [what: string, source: string, message: string][] = [
    ['loops inside loops', '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4), TIME],
    [
      'loops that print nothing',
      '{% for a in (1..999999) %}{% for b in (1..9) %}{% if a %}{% endif %}{% endfor %}{% endfor %}',
      SOON,
    ],
    ['blocks within blocks, a hundred', '{% if true %}'.repeat(100) + 'x' + '{% endif %}'.repeat(100), 'x'],
    ['printing a long text in a loop', '{% for a in (1..100000) %}{{ text }}{% endfor %}', MEMORY],
    [
      'capturing a long text in a loop',
      '{% capture c %}{% for a in (1..100000) %}{{ text }}{% endfor %}{% endcapture %}',
      MEMORY,
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
      SOON,
    ],
    [
      'searching over and over',
      `${repeated(20, 'a')}{% assign p = s | slice: 0, 1000 | append: "b" %}{% if ${'s contains p or '.repeat(5_000)}false %}{% endif %}`,
      SOON,
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
    ['a cycle within a loop', '{% for a in (1..3000000) %}{% cycle "a", "b" %}{% endfor %}', SOON],
    ['a table without end', '{% tablerow a in (1..999999) %}{{ text }}{% endtablerow %}', MEMORY],
  ]
  for (const [what, source, message] of STOPPED) {
    it(`of ${what} is stopped, or does no harm`, async () => {
      const held = process.memoryUsage().heapUsed
      await expectProcessorCost(async () => expect(await outcome(source, message)).to.equal(message), 5)
      expect(process.memoryUsage().heapUsed - held).to.be.below(500 * 1024 * 1024)
      expect(print('{{ user.name }} {{ a b }} {{ s ?? none }}{{ a ?? none }}')).to.equal('Ann 1 nonenone')
    })
  }

  const REACHES = [
    '{{ user["constructor"]["prototype"] }}',
    '{{ user.__proto__ }}',
    '{{ ["__proto__"] }}',
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
