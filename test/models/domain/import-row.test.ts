import { expect } from 'chai'
import { AppError } from '../../../models/domain/errors.js'
import { readHeader } from '../../../models/domain/import-columns.js'
import { cellValue, readImportRow } from '../../../models/domain/import-row.js'

describe('a cell of an imported file', () => {
  const CASES: [string, string | number | boolean][] = [
    ['5', 5],
    ['-3', -3],
    ['0', 0],
    ['0.5', 0.5],
    ['-0.25', -0.25],
    ['1234567.89', 1234567.89],
    ['9007199254740992', 9_007_199_254_740_992],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740994', '9007199254740994'],
    ['-9007199254740994', '-9007199254740994'],
    ['1000000000000000000000', '1000000000000000000000'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['0.0000001', '0.0000001'],
    ['1.0', '1.0'],
    ['1.50', '1.50'],
    ['007', '007'],
    ['-0', '-0'],
    ['00', '00'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['1e5', '1e5'],
    ['+5', '+5'],
    ['--5', '--5'],
    ['1,000', '1,000'],
    ['0x10', '0x10'],
    [' 5', ' 5'],
    ['Infinity', 'Infinity'],
    ['NaN', 'NaN'],
    ['true', true],
    ['TRUE', true],
    ['Yes', true],
    ['false', false],
    ['No', false],
    ['yes please', 'yes please'],
    ['t', 't'],
    ['null', 'null'],
    ['2026-03-02', '2026-03-02'],
    ['=SUM(A1:A9)', '=SUM(A1:A9)'],
    ['٣', '٣'],
  ]
  for (const [cell, value] of CASES) {
    it(`"${cell}" is stored as the ${typeof value} ${value}`, () => {
      expect(cellValue(cell)).to.equal(value)
    })
  }
})

describe('the header of an imported file', () => {
  it('names email and subscribed in whatever case, and custom fields as they are written', () => {
    expect(readHeader(['Plan', ' EMAIL ', 'Subscribed', 'profile.tier', '$cost', 'Größe 😀'])).to.deep.equal({
      email: 1,
      subscribed: 2,
      count: 6,
      fields: [
        { position: 0, key: 'Plan' },
        { position: 3, key: 'profile.tier' },
        { position: 4, key: '$cost' },
        { position: 5, key: 'Größe 😀' },
      ],
    })
  })

  it('tells fields apart by case, and takes columns without a name for nobody’s', () => {
    const { fields, count } = readHeader(['email', 'plan', 'Plan', '', ' ', ''])
    expect(fields.map(({ key }) => key)).to.deep.equal(['plan', 'Plan'])
    expect(count).to.equal(6)
  })

  const BAD: [string, string[], RegExp][] = [
    ['has no email', ['mail', 'plan'], /no column named email/],
    ['names a field twice', ['email', 'plan', 'plan'], /plan more than once/],
    ['names email twice in different case', ['email', 'Email'], /email more than once/],
    ['has a name that is too long for a key', ['email', 'x'.repeat(256)], /column 2 is longer/],
    ['has more columns than a contact can have fields', ['email', ...Array(600).keys()].map(String), /more than 600/],
  ]
  for (const [what, header, message] of BAD) {
    it(`is refused on file when it ${what}`, () => {
      expect(() => readHeader(header))
        .to.throw(AppError, message)
        .with.nested.property('errors[0].field', 'file')
    })
  }
})

describe('a row of an imported file', () => {
  const columns = readHeader(['email', 'subscribed', 'plan', 'locale'])
  const read = (...cells: string[]) => readImportRow({ row: 7, cells }, columns)
  const set = (...cells: string[]) => (read(...cells) as { patch: { set: object } }).patch.set

  it('has its address trimmed and lower-cased', () => {
    expect(read(' Ada@Example.COM ')).to.include({ row: 7, email: 'ada@example.com' })
  })

  it('leaves the subscription alone where it is blank', () => {
    const CASES: [string, boolean | undefined][] = [
      ['', undefined],
      ['  ', undefined],
      ['true', true],
      ['TRUE', true],
      ['1', true],
      ['yes', true],
      ['false', false],
      ['0', false],
      ['no', false],
      ['maybe', false],
    ]
    for (const [cell, subscribed] of CASES) {
      expect(read('ada@example.com', cell), cell).to.have.property('subscribed', subscribed)
    }
    expect(readImportRow({ row: 2, cells: ['a@b.co'] }, readHeader(['email']))).to.have.property(
      'subscribed',
      undefined,
    )
  })

  it('takes cells that are blank, or missing at its end, for no change', () => {
    expect(set('ada@example.com', '', ' ', '')).to.deep.equal({})
    expect(set('ada@example.com')).to.deep.equal({})
  })

  it('keeps a locale as text', () => {
    expect(set('ada@example.com', '', 'no', 'no')).to.deep.equal({ plan: false, locale: 'no' })
    expect(set('ada@example.com', '', '', '5')).to.deep.equal({ locale: '5' })
  })

  it('drops reserved names and those that could pass for a prototype', () => {
    const reserved = ['id', 'service_id', 'service_email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl']
    const header = ['email', ...reserved, '__proto__', 'constructor', 'prototype', 'kept']
    const cells = ['ada@example.com', ...header.slice(1).map(() => 'x')]
    const row = readImportRow({ row: 2, cells }, readHeader(header))
    expect(row).to.have.nested.property('patch.set').that.deep.equals({ kept: 'x' })
  })

  const BAD: [string, string[] | null, string, RegExp][] = [
    ['no address', ['', 'true'], '', /no email address/],
    ['a malformed address', [' Not an address '], 'Not an address', /Invalid email address/],
    ['more cells than the header', ['a@b.co', '', '', '', ''], 'a@b.co', /5 cells and the header 4/],
    ['a NUL character', ['a@b.co', '', 'x\0y'], 'a@b.co', /NUL/],
    ['too much in it', ['a@b.co', '', 'x'.repeat(300_000)], 'a@b.co', /256 KB/],
    ['broken quotation marks', null, '', /quotation marks/],
    ['an endless address', ['x'.repeat(5_000)], 'x'.repeat(320), /Invalid email address/],
  ]
  for (const [what, cells, email, error] of BAD) {
    it(`is bad with ${what}`, () => {
      const row = readImportRow({ row: 7, cells }, columns)
      expect(row).to.include({ row: 7, email })
      expect(row).to.have.property('error').that.matches(error)
    })
  }
})
