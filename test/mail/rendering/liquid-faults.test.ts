import { expect } from 'chai'
import type { SyntaxFault } from '../../../mail/rendering/compile.js'
import { findLiquidFault, validateLiquid } from '../../../mail/rendering/liquid-faults.js'

const LARGE = '{{ a }}'.repeat(10_000)
const HOSTILE = `{% if ${'a ?? b == "c" and '.repeat(10_000)}true %}{% endif %}`

interface Verdict {
  success: boolean
  faults: (SyntaxFault | null)[]
}

/** Validates templates as a schema would, and counts how often it runs. */
async function validate(sources: string[], sender = 'sender'): Promise<Verdict & { runs: number }> {
  let runs = 0
  const result = await validateLiquid(sender, () => {
    runs += 1
    const faults = sources.map(findLiquidFault)
    return { success: faults.every((fault) => fault === null), faults }
  })
  return { ...result, runs }
}

describe('the templates of a request', () => {
  it('are read without a thread when there is little Liquid in them', async () => {
    const { success, faults, runs } = await validate(['Hi {{ name }}', 'a\n{{ name | nope }}', 'x'.repeat(2 << 20)])
    expect({ success, runs }).to.deep.equal({ success: false, runs: 1 })
    expect(faults).to.deep.equal([null, { message: 'Undefined filter: nope', line: 2, column: 1 }, null])
  })

  it('are read in a thread when there is much, with the same faults', async () => {
    const sources = [`sound ${LARGE}`, `bad\n${LARGE}{{ a | nope }}`, 'Hi {{ name }}']
    const { success, faults, runs } = await validate(sources)
    expect({ success, runs }).to.deep.equal({ success: false, runs: 2 })
    expect(faults).to.deep.equal([null, { message: 'Undefined filter: nope', line: 2, column: 70_001 }, null])
    expect(await validate([sources[0] ?? ''])).to.deep.equal({ success: true, faults: [null], runs: 2 })
  })

  it('count together, however small each of them is', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => `{{ name_${n} | upcase }}`)
    expect(await validate(many)).to.deep.include({ success: true, runs: 2 })
    const { faults } = await validate([...many.map((source) => `${source}!`), '{{ a | nope }}'])
    expect(faults.filter((fault) => fault !== null)).to.have.length(1)
    expect(faults.at(-1)).to.include({ message: 'Undefined filter: nope' })
  })

  it('are not read in a thread when the request is refused anyway', async () => {
    expect(await validate(['{{ a | nope }}', `refused ${LARGE}`])).to.deep.include({ success: false, runs: 1 })
  })

  it('do not delay other work, however long they take to read', async () => {
    const order: string[] = []
    const hostile = validate([HOSTILE, `${HOSTILE} `], 'a').then(() => order.push('hostile'))
    const other = validate(['Dear {{ name }}'], 'b').then(() => order.push('other'))
    await Promise.all([hostile, other])
    expect(order).to.deep.equal(['other', 'hostile'])
  })

  it('are read without a thread outside of a validation', () => {
    expect(findLiquidFault(`alone ${LARGE}`)).to.equal(null)
    expect(findLiquidFault('{{ a | nope }}')).to.include({ message: 'Undefined filter: nope' })
  })
})
