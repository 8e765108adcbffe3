import { expect } from 'chai'
import { EmailAddress } from '../../../gateway/schemas/email-address.js'
import { CursorQuery, OffsetQuery } from '../../../gateway/schemas/pagination.js'

describe('the query of a cursor list', () => {
  const limits: [given: string | undefined, taken: number][] = [
    [undefined, 20],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['100000', 100],
    ['0', 20],
    ['-5', 20],
    ['many', 20],
    ['', 20],
    ['10.7', 10],
  ]
  for (const [given, taken] of limits) {
    it(`reads limit ${given ?? 'left out'} as ${taken}`, () => {
      expect(CursorQuery.parse({ limit: given }).limit).to.equal(taken)
    })
  }
})

describe('the query of an offset list', () => {
  it('starts on page 1 with 20, and limits the size to 100', () => {
    expect(OffsetQuery.parse({})).to.deep.equal({ page: 1, pageSize: 20 })
    expect(OffsetQuery.parse({ page: '3', pageSize: '500' })).to.deep.equal({ page: 3, pageSize: 100 })
  })

  for (const value of ['0', '-1', 'x', '', '1.5']) {
    it(`refuses "${value}" for page and pageSize`, () => {
      expect(OffsetQuery.safeParse({ page: value }).success).to.equal(false)
      expect(OffsetQuery.safeParse({ pageSize: value }).success).to.equal(false)
    })
  }
})

describe('an email address', () => {
  it('is trimmed and lower-cased', () => expect(EmailAddress.parse('  Jane.Doe@Acme.IO ')).to.equal('jane.doe@acme.io'))

  const bad = ['', 'jane', 'jane@', '@acme.io', 'jane@acme', `${'x'.repeat(65)}@acme.io`, `j@${'x'.repeat(250)}.io`]
  for (const address of bad) {
    it(`is not "${address.slice(0, 20)}"`, () => expect(EmailAddress.safeParse(address).success).to.equal(false))
  }
})
