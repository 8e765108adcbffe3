import { expect } from 'chai'
import { addCell, columnType, NO_CELLS } from '../../../models/domain/column-types.js'
import type { FieldType } from '../../../models/domain/fields.js'
import { cellValue } from '../../../models/domain/import-row.js'

const typeOf = (cells: readonly string[]): FieldType => columnType(cells.reduce(addCell, NO_CELLS))

describe('the type of a column', () => {
  const CASES: [string[], FieldType][] = [
    [['10115', '80331'], 'number'],
    [['10115', '01067'], 'string'],
    [['01067', '10115'], 'string'],
    [['20', '20.50', '-3', '0', '0.5', '-0.25', '0.00'], 'number'],
    [['9007199254740992', '-9007199254740992'], 'number'],
    [['1', '9007199254740993'], 'string'],
    [['9007199254740994'], 'string'],
    [['9007199254740992.5'], 'string'],
    [['0.30000000000000004', '1234567.89', '0.0000001', '0.1234567890123450'], 'number'],
    [['0.1234567890123456789'], 'string'],
    [['1', '1000000000000000000000'], 'string'],
    [[`0.${'0'.repeat(330)}1`], 'string'],
    [['1', '+5'], 'string'],
    [['1', '1e5'], 'string'],
    [['1', '-0'], 'string'],
    [['1', '00'], 'string'],
    [['1', '-01'], 'string'],
    [['1', '.5'], 'string'],
    [['1', '5.'], 'string'],
    [['1', '--5'], 'string'],
    [['1', '1,000'], 'string'],
    [['1', '1 000'], 'string'],
    [['1', '0x10'], 'string'],
    [['1', 'Infinity'], 'string'],
    [['1', 'NaN'], 'string'],
    [['1', '٣'], 'string'],
    [['1', 'n/a'], 'string'],
    [['true', 'FALSE', 'True'], 'boolean'],
    [['true', 'yes'], 'string'],
    [['NO', 'DE'], 'string'],
    [['Yes', 'No'], 'string'],
    [['yes'], 'string'],
    [['true', '1'], 'string'],
    [['0', '1'], 'number'],
    [['t', 'f'], 'string'],
    [['2026-03-02', '2026-03-02T10:00:00Z', '2024-02-29'], 'date'],
    [['2026-03-02', '2026-02-30'], 'string'],
    [['2026-03-02', '02.03.2026'], 'string'],
    [['2026-03-02', '5'], 'string'],
    [['2026-03-02', 'true'], 'string'],
    [['=SUM(A1:A9)'], 'string'],
    [[], 'string'],
  ]
  for (const [cells, type] of CASES) {
    it(`is ${type} with ${cells.map((cell) => cell.slice(0, 30)).join(' | ') || 'no cell'}`, () => {
      expect(typeOf(cells)).to.equal(type)
      expect(typeOf(cells.toReversed())).to.equal(type)
    })
  }

  it('is the same wherever in a long column the odd cell stands', () => {
    const column = Array.from({ length: 1_000 }, (_, index) => `${index}`)
    for (const position of [0, 500, 999]) {
      expect(typeOf(column.with(position, '007')), `${position}`).to.equal('string')
    }
    expect(typeOf(column)).to.equal('number')
  })
})

describe('a cell of a column', () => {
  it('keeps its text in a column of text, and its value in the others', () => {
    expect(cellValue('007', 'string')).to.equal('007')
    expect(cellValue('TRUE', 'string')).to.equal('TRUE')
    expect(cellValue('20.50', 'number')).to.equal(20.5)
    expect(cellValue('TRUE', 'boolean')).to.equal(true)
    expect(cellValue('False', 'boolean')).to.equal(false)
    expect(cellValue('2026-03-02', 'date')).to.equal('2026-03-02')
  })
})
