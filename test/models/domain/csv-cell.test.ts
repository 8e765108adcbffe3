import { expect } from 'chai'
import * as fc from 'fast-check'
import { readCell, readTextCell, writeCell } from '../../../models/domain/csv-cell.js'
import { runs } from '../../support/runs.js'

const HARD = ['=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", '\\', ' ', '\u00A0', '\uFEFF', '\0', '\uD800']
const hardText = fc
  .array(fc.constantFrom(...HARD, '1', '0', '.', 'e', '{', '}', '[', ']', 'true', 'null', 'ä', '😀', '＝'))
  .map((parts) => parts.join(''))
// JSON has no negative zero.
const value = fc
  .oneof(hardText, fc.jsonValue(), fc.dictionary(hardText, hardText))
  .map((each): unknown => JSON.parse(JSON.stringify(each)))

describe('a cell of a CSV file', () => {
  const CELLS: [unknown, string][] = [
    ['Ada', 'Ada'],
    ['12', '"12"'],
    [12, '12'],
    [-0.5, '-0.5'],
    [1e21, '1e+21'],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e999', '1e999'],
    ['true', '"true"'],
    [true, 'true'],
    ['TRUE', 'TRUE'],
    ['null', '"null"'],
    [null, 'null'],
    [undefined, ''],
    ['', '""'],
    [' a ', '" a "'],
    ['2020-01-01', '2020-01-01'],
    ['24" TV', '24" TV'],
    ['"quoted"', String.raw`"\"quoted\""`],
    ['two\nlines', 'two\nlines'],
    ['Grüße, 😀', 'Grüße, 😀'],
    ['=1+1', '"=1+1"'],
    ['+49 30', '"+49 30"'],
    ['-', '"-"'],
    ['-5', '"-5"'],
    ['@SUM(A1)', '"@SUM(A1)"'],
    ['\t=1', String.raw`"\t=1"`],
    ['＝1+1', '"＝1+1"'],
    ['a;=1+1', String.raw`"a\u003b=1+1"`],
    ['a\n=1+1', String.raw`"a\n=1+1"`],
    ['a|=1+1', String.raw`"a\u007c=1+1"`],
    ['a; =1', String.raw`"a\u003b =1"`],
    ['a; b', 'a; b'],
    ['{not json', '{not json'],
    ['[1]', '"[1]"'],
    [[1, '2', null], '[1,"2",null]'],
    [{ 'a.b': { c: ';=1' } }, String.raw`{"a.b":{"c":"\u003b=1"}}`],
  ]
  for (const [stored, cell] of CELLS) {
    it(`holds ${JSON.stringify(stored) ?? 'no value'} as ${JSON.stringify(cell)}, and reads it back`, () => {
      expect(writeCell(stored)).to.equal(cell)
      expect(readCell(cell)).to.deep.equal(stored)
    })
  }

  it('reads back every value, as a whole and as a text', () => {
    fc.assert(
      fc.property(value, (stored) => {
        expect(readCell(writeCell(stored))).to.deep.equal(stored)
        if (typeof stored === 'string') expect(readTextCell(writeCell(stored))).to.equal(stored)
      }),
      runs(2_000),
    )
  })

  const READ: [string, unknown][] = [
    ['  ', undefined],
    [' 12 ', 12],
    ['1.50', 1.5],
    ['9007199254740993', '9007199254740993'],
    ['"open', '"open'],
    ['"a" and "b"', '"a" and "b"'],
    ['-', '-'],
  ]
  for (const [cell, read] of READ) {
    it(`is read from ${JSON.stringify(cell)} as ${JSON.stringify(read) ?? 'no value'}`, () => {
      expect(readCell(cell)).to.equal(read)
    })
  }

  it('is read as a text in a column of texts, even when the text has the form of a number', () => {
    expect(['12', 'null', '"a b"@example.com', '"=a@example.com"'].map(readTextCell)).to.deep.equal([
      '12',
      'null',
      '"a b"@example.com',
      '=a@example.com',
    ])
  })
})
