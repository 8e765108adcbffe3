import { expect } from 'chai'
import { oneOf, positive, searchOf, text, textThat, yes, yesOrNo } from '../../dashboard/shared/search-params.js'

/** Values that an address may hold, beside what a parameter reads of them. */
const VALUES = [undefined, null, '', 'news', '2', 7, 0, -1, 1.5, Number.MAX_VALUE, true, false, ['news'], { a: 1 }]

describe('the parameters of an address', () => {
  const read = (reader: (value: unknown) => unknown): unknown[] => VALUES.map(reader).filter((one) => one !== undefined)

  it('are texts that are not empty, also of digits alone', () => {
    expect(read(text)).to.deep.equal(['news', '2', '7', '0', '-1', '1.5', String(Number.MAX_VALUE)])
    expect(read(textThat((value) => value.startsWith('n')))).to.deep.equal(['news'])
  })

  it('are one of some values, a choice, or a whole number from 1 on', () => {
    expect(read(oneOf(['news', 7]))).to.deep.equal(['news', 7])
    expect(read(yes)).to.deep.equal([true])
    expect(read(yesOrNo)).to.deep.equal([true, false])
    expect(read(positive)).to.deep.equal([7])
  })

  it('are read by name, and others are left out', () => {
    const search = searchOf({ q: text, page: positive })
    expect(search({ q: 'news', page: 0, foreign: 'x' })).to.deep.equal({ q: 'news', page: undefined })
    expect(search({})).to.deep.equal({ q: undefined, page: undefined })
  })
})
