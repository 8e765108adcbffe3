import * as fc from 'fast-check'
import { expect } from 'chai'
import { TokenKind } from 'liquidjs'
import { engine } from '../../../../mail/rendering/engine.js'
import { TemplateTokenizer } from '../../../../mail/rendering/template-tokenizer.js'
import { codeLength } from '../../../../mail/rendering/threads/code-length.js'
import { expectProcessorCost } from '../../../support/processor-cost.js'
import { runs } from '../../../support/runs.js'

const PIECES = [' ', '\n', 'b c', 'liquid\n', 'assign x ='].concat(
  '{{ }} {% %} { } " \' \\ - | ?? # ( ) a text if endif raw endraw comment endcomment echo upcase'.split(' '),
)

/** What the tokenizer reads as code, without the braces around it; null for what it cannot read. */
function codeRead(source: string): number | null {
  const tokenizer = new TemplateTokenizer(source, engine)
  let length = 0
  try {
    while (tokenizer.p < source.length) {
      const begin = tokenizer.p
      const { kind } = tokenizer.readTopLevelToken(engine.options)
      if (kind !== TokenKind.HTML) length += tokenizer.p - begin - 4
    }
    return length
  } catch {
    return null
  }
}

describe('the length of the code in a template', () => {
  const CASES: [source: string, length: number][] = [
    ['no code at all { % } "', 0],
    ['<p>{{ name }}</p>', 6],
    ['<p>{{ name }}</p>{% if a %}x{% endif %}', 6 + 6 + 7],
    ['{{ a ?? "}}" }} text', 11],
    ['{% if a == "%}" %}text{% endif %}', 14 + 7],
    [`${'x'.repeat(100_000)}{{a}}`, 1],
  ]
  for (const [source, length] of CASES) {
    it(`of ${JSON.stringify(source.slice(0, 60))} is ${length}`, () => {
      expect(codeLength(source, 1_000)).to.equal(length)
    })
  }

  it('is never less than the length that Liquid reads as code, for any mixture of quotes and braces', () => {
    const anySource = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anySource, (source) => {
        const read = codeRead(source)
        return read === null || codeLength(source, Number.MAX_SAFE_INTEGER) >= read
      }),
      runs(500),
    )
  })

  it('exceeds the limit for code that is too long, and is found in little time', async () => {
    const sources = ['{{ a }}', "{{ ' }}", '{{ "', '{% if "%}', '{{ "}}" }}', '{{'].map((piece) =>
      piece.repeat(Math.floor((2 << 20) / piece.length)),
    )
    await expectProcessorCost(() => {
      for (const source of sources) expect(codeLength(source, 20_000)).to.be.above(20_000)
    }, 2)
  })
})
