import { expect } from 'chai'
import { refusedLines } from './refused-lines.js'

const words = (length: number): string => 'word '.repeat(length).slice(0, length - 1) + 'x'

/** Modules with the lines that the rule refuses. */
const MODULES: Record<string, { text: string; refused: number[] }> = {
  'a line of 120 characters': { text: `// ${words(117)}`, refused: [] },
  'a line of 121 characters': { text: `// ${words(118)}`, refused: [1] },
  'each long line of a block': { text: `/**\n * ${words(118)}\n * short\n * ${words(140)}\n */`, refused: [2, 4] },
  'a block on one line': { text: `/** ${words(118)} */`, refused: [1] },
  'a comment behind code': { text: `export const a = 1 // ${words(118)}`, refused: [1] },
  'code without a comment': { text: `export const a = '${words(140)}'`, refused: [] },
  'text that looks like a comment': { text: `export const a = '// ${words(140)}'`, refused: [] },
  'an address, which cannot be divided': { text: `// https://example.com/${'a'.repeat(140)}`, refused: [] },
  'a nextStep': { text: `// oxlint-disable-next-line no-console -- ${words(118)}`, refused: [] },
}

describe('the lint rule on the width of comments', () => {
  let found: Map<string, number[]>

  before(async function () {
    this.timeout(120_000)
    const texts = Object.entries(MODULES).map(([name, { text }]) => [name, `${text}\n`])
    found = await refusedLines('comment-width', Object.fromEntries(texts))
  })

  for (const [name, { refused }] of Object.entries(MODULES)) {
    it(`${refused.length > 0 ? 'refuses' : 'allows'} ${name}`, () => expect(found.get(name)).to.deep.equal(refused))
  }
})
