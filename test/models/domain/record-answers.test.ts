import { expect } from 'chai'
import { nameServersOf, recordAnswer } from '../../../models/domain/record-answers.js'

describe('what DNS has in the place of a record', () => {
  it('keeps the first values, cuts long ones between characters, and shows no invisible character', () => {
    const { values, count } = recordAnswer('OTHER_VALUES', ['a\u202Eb\u200B', '😀'.repeat(1_000), '', 'd'])
    expect(count).to.equal(4)
    expect(values).to.deep.equal(['a\uFFFDb\uFFFD', `${'😀'.repeat(449)}…`, ''])
  })

  it('names at most eight name servers, in one order and spelling', () => {
    const names = Array.from({ length: 20 }, (_, n) => `NS${n % 10}.example.org.`)
    expect(nameServersOf(['b.example', 'A.example.'])).to.deep.equal(['a.example', 'b.example'])
    expect(nameServersOf(names)).to.have.lengthOf(8)
  })
})
