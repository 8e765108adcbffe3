import { expect } from 'chai'
import { AppError } from '../../../models/domain/errors.js'
import { readHeader } from '../../../models/domain/import-columns.js'
import { readImportRow } from '../../../models/domain/import-row.js'

describe('the header of an imported file', () => {
  it('names email and subscribed in whatever case, and custom fields as they are written but for blanks around', () => {
    const names = [
      'Plan\t',
      ' EMAIL ',
      '\uFEFFSubscribed',
      '\u00A0profile.tier\u00A0',
      ' $cost',
      '\u200BGröße 😀\u2003',
    ]
    expect(readHeader(names)).to.deep.equal({
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

  it('distinguishes fields by case, and ignores columns without a name', () => {
    const { fields, count } = readHeader(['email', 'plan', 'Plan', '', ' ', ''])
    expect(fields.map(({ key }) => key)).to.deep.equal(['plan', 'Plan'])
    expect(count).to.equal(6)
  })

  const BAD: [string, string[], RegExp][] = [
    ['has no email', ['mail', 'plan'], /no email column/],
    ['names a field twice', ['email', 'plan', 'plan'], /plan more than once/],
    ['names a field twice but for blanks', ['email', 'plan', '\u00A0plan '], /plan more than once/],
    ['names email twice in different case', ['email', 'Email'], /email more than once/],
    ['has a name that is too long for a key', ['email', 'x'.repeat(256)], /column 2 is longer/],
    [
      'has more columns than a contact can have fields',
      ['email', ...Array(10_002).keys()].map(String),
      /more than 10002/,
    ],
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

  it('leaves the subscription alone where it is blank, and changes it by a word alone', () => {
    const CASES: [string, boolean | undefined][] = [
      ['', undefined],
      [' \u00A0 ', undefined],
      ['true', true],
      ['TRUE', true],
      [' yes\u00A0', true],
      ['0', false],
      ['no', false],
    ]
    for (const [cell, subscribed] of CASES) {
      expect(read('ada@example.com', cell), cell).to.have.property('subscribed', subscribed)
    }
    expect(readImportRow({ row: 2, cells: ['a@b.co'] }, readHeader(['email']))).to.have.property(
      'subscribed',
      undefined,
    )
  })

  for (const word of ['maybe', '2', 'x', '-', 'yes please', 'pending', 'cleaned', 'unknown', 'TRUE;', 'null']) {
    it(`is bad, and names the column, where subscribed is "${word}"`, () => {
      const row = read('ada@example.com', word)
      expect(row).to.include({ row: 7, email: 'ada@example.com' })
      expect(row)
        .to.have.property('error')
        .that.matches(/column subscribed/)
    })
  }

  it('takes cells that are blank, or missing at its end, for no change', () => {
    expect(set('ada@example.com', '', ' ', '')).to.deep.equal({})
    expect(set('ada@example.com')).to.deep.equal({})
  })

  it('has its cells without invisible characters around them', () => {
    const cells = ['ada@example.com', '', '\uFEFF \u00A0pro plan\u3000\u200B', '\u202Ade\u202C\r\n']
    expect(set(...cells)).to.deep.equal({ plan: 'pro plan', locale: 'de' })
  })

  it('has its values by the types of the columns', () => {
    const fields = readHeader(['email', 'n', 'b', 'd', 's'])
    const types = new Map([
      ['n', 'number'],
      ['b', 'boolean'],
      ['d', 'date'],
    ] as const)
    const row = readImportRow({ row: 2, cells: ['a@b.co', ' 20.50', 'TRUE ', '2026-03-02 ', '007'] }, fields, types)
    const patch = { n: 20.5, b: true, d: '2026-03-02', s: '007' }
    expect(row).to.have.nested.property('patch.set').that.deep.equals(patch)
  })

  it('may have blank cells behind its columns', () => {
    expect(set('ada@example.com', '', 'pro', 'de', '', ' ', '\u00A0')).to.deep.equal({ plan: 'pro', locale: 'de' })
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
    ['more text than the header', ['a@b.co', '', '', '', 'x'], 'a@b.co', /5 cells. The header row has 4/],
    ['more text behind a blank cell', ['a@b.co', '', '', '', '', 'x'], 'a@b.co', /6 cells. The header row has 4/],
    ['a NUL character', ['a@b.co', '', 'x\0y'], 'a@b.co', /NUL/],
    ['too much in it', ['a@b.co', '', 'x'.repeat(300_000)], 'a@b.co', /256 KB/],
    ['broken quotation marks', null, '', /unclosed or misplaced quote/],
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
