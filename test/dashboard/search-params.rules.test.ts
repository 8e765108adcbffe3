import { expect } from 'chai'
import {
  oneOf,
  positive,
  searchOf,
  someOf,
  text,
  textThat,
  yes,
  yesOrNo,
} from '../../dashboard/shared/search-params.js'

/** Values that an address may hold, beside what a parameter reads of them. */
const VALUES = [undefined, null, '', 'news', '2', 7, 0, -1, 1.5, Number.MAX_VALUE, true, false, ['news'], { a: 1 }]

describe('the parameters of an address', () => {
  const read = (reader: (value: unknown) => unknown): unknown[] => VALUES.map(reader).filter((one) => one !== undefined)

  it('are texts that are not empty, also of digits alone', () => {
    expect(read(text)).to.deep.equal(['news', '2', '7', '0', '-1', '1.5', String(Number.MAX_VALUE)])
    expect(read(textThat((value) => value.startsWith('n')))).to.deep.equal(['news'])
  })

  it('are one or several of some values, a choice, or a whole number from 1 on', () => {
    expect(read(oneOf(['news', 7]))).to.deep.equal(['news', 7])
    expect(read(yes)).to.deep.equal([true])
    expect(read(yesOrNo)).to.deep.equal([true, false])
    expect(read(positive)).to.deep.equal([7])
    expect(['b,a', 'b', 'a,c', 'a,', ''].map(someOf(['a', 'b']))).to.deep.equal([
      'a,b',
      'b',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are read by name, and others are left out', () => {
    const search = searchOf({ q: text, page: positive })
    const nothing = { q: undefined, page: undefined, unread: undefined }
    expect(search({ q: 'news', foreign: 'x' })).to.deep.equal({ ...nothing, q: 'news' })
    expect(search({})).to.deep.equal(nothing)
  })

  it('are named where the page does not take them, until they have another value', () => {
    const search = searchOf({ q: text, page: positive, kinds: someOf(['a', 'b']), isNew: yes })
    const wrong = search({ q: 'news', page: 'two', kinds: 'b,c', isNew: false, foreign: 'x' })
    expect(wrong).to.include({ page: undefined, kinds: undefined, unread: 'page,kinds' })
    // The router reads the address again that it has made of what was read.
    const again = search({ q: 'news', unread: 'page,foreign' })
    expect(again.unread).to.equal('page')
    expect(search({ ...again, page: 2 }).unread).to.equal(undefined)
    expect(search({ ...again, page: '' }).unread).to.equal('page')
  })
})
