import { expect } from 'chai'
import * as fc from 'fast-check'
import { writeCell } from '../../../models/domain/csv-cell.js'
import { writeLine, writeTextLine } from '../../../models/domain/csv-line.js'
import { DELIMITERS } from '../../../models/domain/csv-rows/delimiters.js'
import { runs } from '../../support/runs.js'

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const HARD = [...SIGNS, ...DELIMITERS, '\r', '\n', '"', "'", '\\', ' ', '1', 'a', '\0']
const text = fc.array(fc.constantFrom(...HARD)).map((parts) => parts.join(''))

/** The cells of a line as a spreadsheet program finds them: only a quotation mark at the beginning of a cell counts. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isStart = true
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!
    if (isQuoted && sign === '"' && line[at + 1] === '"') [cell, at] = [`${cell}"`, at + 1]
    else if (isQuoted && sign === '"') isQuoted = false
    else if (isStart && sign === '"') [isQuoted, isStart] = [true, false]
    else if (!isQuoted && (sign === delimiter || sign === '\r' || sign === '\n')) {
      cells.push(cell)
      ;[cell, isStart] = ['', true]
    } else [cell, isStart] = [cell + sign, false]
  }
  return [...cells, cell]
}

const isFormula = (cell: string): boolean => SIGNS.includes(cell.trimStart().charAt(0))

describe('a line of a CSV file', () => {
  const WRITERS: Record<string, (texts: string[]) => string> = {
    'of an export': (texts) => writeLine(texts.map(writeCell)),
    'of faulty rows': writeTextLine,
  }
  for (const [which, write] of Object.entries(WRITERS)) {
    it(`${which} has no formula for a program, whatever delimiter the program expects`, () => {
      fc.assert(
        fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
          const line = write(texts)
          for (const delimiter of DELIMITERS) {
            // A number of the row stays a number; a program with another delimiter finds the comma behind it.
            const found = cellsOf(line, delimiter).filter(
              (cell) => isFormula(cell) && !/^[+-]?[\d\s.]*(?:,|$)/.test(cell),
            )
            expect(found, `${JSON.stringify(line)} at ${JSON.stringify(delimiter)}`).to.deep.equal([])
          }
        }),
        runs(3_000),
      )
    })
  }

  it('of faulty rows has an apostrophe before each formula, and leaves numbers and other texts alone', () => {
    const cells = ['=1', ';=HYPERLINK("x")', 'a|@b', 'a;\t+1', '-5', '+49 170', "'=1", 'a; b', 'a-b;c']
    const written = writeTextLine(cells)
    expect(written).to.equal(`'=1,";'=HYPERLINK(""x"")",a|'@b,a;\t'+1,-5,+49 170,'=1,a; b,a-b;c\r\n`)
  })
})
