import { expect } from 'chai'
import { checkSyntax, compile, TemplateSyntaxError } from '../../../mail/rendering/compile.js'
import { expectProcessorCost } from '../../support/processor-cost.js'

describe('checkSyntax', () => {
  it('finds nothing wrong with a good template', () => {
    expect(checkSyntax('Hello {{ first name ?? "there" }}{% if a %}b{% endif %}')).to.equal(null)
  })

  const FAULTS: [source: string, line: number, column: number, message: string][] = [
    ['Hello {{ name', 1, 7, 'Output "{{ name" not closed'],
    ['a\nb\n  {% if x %}', 3, 3, 'Tag {% if x %} not closed'],
    ['{{ name | shout }}', 1, 1, 'Undefined filter: shout'],
    ['{{ a ?? b }}\n{{ first name ?? b }} {{ name | shout ?? "x" }}', 2, 23, 'Undefined filter: shout'],
    ['{{ a ?? b }} {% nonsense %}', 1, 14, 'Tag "nonsense" not found'],
    ['{% if a %}{% endfor %}', 1, 11, 'Tag "endfor" not found'],
    ['{{ a ?? b }}\n{% for x of list %}{% endfor %}', 2, 1, 'Illegal tag: {% for x of list %}'],
    ['é🎉\n{{ c | nope }}', 2, 1, 'Undefined filter: nope'],
    ['\r\n\r\n{% nope %}', 3, 1, 'Tag "nope" not found'],
    ['{{ a }}\n{% if a ?? "b" == "c" %}', 2, 1, 'This tag is not closed'],
    ['{% if a ?? b %}{% else %}\n{% endunless %}', 2, 1, 'Tag "endunless" not found'],
    ['{% for a in b ?? c %}\n{{ d', 2, 1, 'Output "{{ d" not closed'],
    ['a {% assign x %}', 1, 14, 'Expected "="'],
    ['a {% assign = first name %}', 1, 3, 'Expected variable name'],
    ['{{ first name }}{% raw %}', 1, 17, 'Tag {% raw %} not closed'],
    ['{% liquid\n assign a = b ?? "c"\n nope %}', 1, 1, 'Tag "nope" not found'],
    [`${'{{ a ?? b }}\n'.repeat(1_000)}{{ c | nope }}`, 1_001, 1, 'Undefined filter: nope'],
    ['{% if a %}'.repeat(20_000), 1, 1_001, 'The template is nested too deeply'],
    [`a\n{% liquid\n${'if a\n'.repeat(101)} %}`, 2, 1, 'The template is nested too deeply'],
    ['x'.repeat(2 * 1024 * 1024 + 1), 1, 1, 'The template is larger than 2 MB'],
    ['é'.repeat(1024 * 1024 + 1), 1, 1, 'The template is larger than 2 MB'],
    [`a\n{% liquid\n${'echo a\n'.repeat(5_001)} %}`, 2, 1, 'The template has too many parts'],
  ]
  for (const [source, line, column, message] of FAULTS) {
    it(`says "${message}" of ${JSON.stringify(source.slice(0, 40))}, and where`, () => {
      const fault = checkSyntax(source)
      expect(fault).to.deep.equal({ message, line, column })
    })
  }

  it('finds nothing wrong with a hundred blocks within blocks, and no end of them beside each other', () => {
    const nested = (depth: number) => '{% if a %}'.repeat(depth) + '{% endif %}'.repeat(depth)
    expect(checkSyntax(nested(100).repeat(3))).to.equal(null)
    expect(checkSyntax('{% comment %}{% if a %}{% endcomment %}'.repeat(200) + nested(100))).to.equal(null)
  })

  it('takes no long time over hostile templates', async () => {
    const sources = [
      '{{a}}'.repeat(100_000),
      '{{a}}x'.repeat(6_000),
      '{{'.repeat(250_000),
      '{{a??"'.repeat(75_000),
      `{{ a ?? ${'| b '.repeat(100_000)} }}`,
      `{% if ${'a ?? b '.repeat(25_000)} %}{% endif %}`,
      `{% if ${'a '.repeat(125_000)} %}{% endif %}`,
      `{% if ${'a ?? b == "c" and '.repeat(25_000)}true %}{% endif %}`,
      `{% if ${'a b == c d and '.repeat(25_000)}true %}{% endif %}`,
      `{% assign x = a${' | append: "x" ?? b'.repeat(25_000)} %}`,
      `{% liquid\n${'assign x = a b ?? c\n'.repeat(25_000)} %}`,
      `{{ a${'["x y"]'.repeat(62_500)} ?? "x" }}`,
    ]
    await expectProcessorCost(() => sources.forEach((source) => checkSyntax(source)), 5)
  })
})

describe('compile', () => {
  it('parses the same text once', () => {
    const source = 'Hello {{ name }}, only here'
    expect(compile(source)).to.equal(compile(['Hello {{ name }},', 'only here'].join(' ')))
  })

  it('forgets the template that was not used for longest when it holds a thousand', () => {
    const [first, second] = [compile('first {{ a }}'), compile('second {{ a }}')]
    for (let n = 0; n < 998; n += 1) compile(`filler ${n}`)
    expect(compile('first {{ a }}')).to.equal(first)
    compile('one more')
    expect(compile('first {{ a }}')).to.equal(first)
    expect(compile('second {{ a }}')).to.not.equal(second)
  })

  it('throws the fault of a template that was not checked before', () => {
    expect(() => compile('{{ name')).to.throw(TemplateSyntaxError, 'not closed')
  })
})
