import { expect } from 'chai'
import { findHeader } from '../../../../../commands/lifecycle/imports/csv/find-header.js'
import { parseRows } from '../../../../../commands/lifecycle/imports/csv/parse-rows.js'
import { AppError } from '../../../../../models/domain/errors.js'
import type { CsvRow } from '../../../../../models/domain/import-row.js'

const beginningOf = (content: Buffer) => ({ beginning: content, sizeBytes: content.length })

/** All rows of a file, read in parts of a size; a part without a whole row is doubled. */
function rowsOf(content: Buffer, partBytes = content.length, maxRows = 500): CsvRow[] {
  const { delimiter, startBytes } = findHeader(beginningOf(content))
  const rows: CsvRow[] = []
  let [from, afterRow] = [startBytes, 1]
  for (let sizeBytes = partBytes; ;) {
    const bytes = content.subarray(from, from + sizeBytes)
    const isEnd = from + sizeBytes >= content.length
    const parsed = parseRows({ bytes, isEnd, delimiter, afterRow }, maxRows)
    rows.push(...parsed.rows)
    if (isEnd && parsed.rows.length === 0) return rows
    sizeBytes = parsed.rows.length === 0 ? sizeBytes * 2 : partBytes
    from += parsed.sizeBytes
    afterRow = parsed.lastRow
  }
}

const cellsOf = (text: string): (string[] | null)[] => rowsOf(Buffer.from(text)).map(({ cells }) => cells)

describe('the header of a CSV file', () => {
  const headers: [string, string, string, string[]][] = [
    ['commas', 'email,plan\n', ',', ['email', 'plan']],
    ['semicolons', 'plan;email;x\n', ';', ['plan', 'email', 'x']],
    ['tabs', 'email\tplan\n', '\t', ['email', 'plan']],
    ['commas in a name', 'email;"a,b,c";d\n', ';', ['email', 'a,b,c', 'd']],
    ['more commas than semicolons', 'email;name, first, second, third\n', ';', ['email', 'name, first, second, third']],
    ['one column', 'email', ',', ['email']],
    ['a byte order mark', '\uFEFFemail;plan\r\n', ';', ['email', 'plan']],
    ['a quoted name with a line break', '"first\nname",email\n', ',', ['first\nname', 'email']],
    ['old line ends', 'email,plan\rada@example.com,pro\r', ',', ['email', 'plan']],
    ['blank lines before it', '\n\r\nemail,plan\n', ',', ['email', 'plan']],
    ['rows of delimiters before it', ';;\n ; ;\nemail;plan\n', ';', ['email', 'plan']],
    ['blanks around its names', '\u00A0email ; first name\t;"plan" ;\n', ';', ['email', 'first name', 'plan', '']],
    ['a line that names the delimiter', 'sep=;\r\nemail;name\r\n', ';', ['email', 'name']],
    ['such a line for commas', 'sep=,\nemail,"a;b;c"\n', ',', ['email', 'a;b;c']],
    ['such a line for tabs', 'sep=\t\nemail\tname\n', '\t', ['email', 'name']],
    ['such a line for bars', 'sep=|\nemail|name\n', '|', ['email', 'name']],
    ['such a line in quotation marks and capitals', '"SEP=;"\r\nemail;name\r\n', ';', ['email', 'name']],
    ['such a line behind a byte order mark', '\uFEFFSep=;\nemail;name', ';', ['email', 'name']],
    ['such a line that a spreadsheet filled up', 'sep=;;;\nemail;name;x\n', ';', ['email', 'name', 'x']],
    [
      'names of fields as exports write them',
      '"data. a, ","""data.b """,email\r\n',
      ',',
      ['data. a,', 'data.b ', 'email'],
    ],
    ['quotation marks within a name', 'email,screen 5",12" TV\n', ',', ['email', 'screen 5"', '12" TV']],
  ]
  for (const [what, text, delimiter, header] of headers) {
    it(`can be read with ${what}`, () =>
      expect(findHeader(beginningOf(Buffer.from(text)))).to.deep.include({ delimiter, header }))
  }

  const refused: [string, Buffer, RegExp][] = [
    ['nothing in it', Buffer.alloc(0), /empty/],
    ['nothing but a byte order mark', Buffer.from('\uFEFF'), /empty/],
    ['nothing but blank lines', Buffer.from('\n\n'), /empty/],
    ['UTF-16', Buffer.from('\uFEFFemail,plan\n', 'utf16le'), /UTF-8/],
    ['Latin-1', Buffer.from('email,größe\n', 'latin1'), /UTF-8/],
    ['a quotation mark that is not closed', Buffer.from('"email,plan\nada@example.com'), /unclosed or misplaced quote/],
    ['nothing but a line that names the delimiter', Buffer.from('sep=;\n'), /empty/],
    ['a line that names a letter as delimiter', Buffer.from('sep=x\nemailxplan\n'), /sep=/],
    ['a header without an end', Buffer.from(`email,${'x'.repeat(1_100_000)}`), /too long/],
  ]
  for (const [what, content, message] of refused) {
    it(`is refused with ${what}`, () => {
      expect(() => findHeader(beginningOf(content)))
        .to.throw(AppError, message)
        .with.property('code', 'BAD_REQUEST')
    })
  }
})

describe('the rows of a CSV file', () => {
  it('may have quoted delimiters, line breaks and quotation marks, and any line ends', () => {
    const text = 'email,a\r\nx,"1,2"\r\ny,"line\r\nbreak"\nz,"say ""hi"""\rw,\r\n'
    expect(cellsOf(text)).to.deep.equal([
      ['x', '1,2'],
      ['y', 'line\r\nbreak'],
      ['z', 'say "hi"'],
      ['w', ''],
    ])
  })

  it('are numbered as a spreadsheet shows them, blank lines counted', () => {
    const rows = rowsOf(Buffer.from('email\na\n\n\r\nb\n"c\nc"\nd'))
    expect(rows.map(({ row, cells }) => [row, cells?.[0]])).to.deep.equal([
      [2, 'a'],
      [5, 'b'],
      [6, 'c\nc'],
      [7, 'd'],
    ])
  })

  it('with an unclosed quotation mark are bad alone, and spoil no other row', () => {
    const text = 'email,n\nx,1\na,"1\ny,2\n"never closed\nz,3\n\nc,"never closed\nw,4\nv,5\n'
    const rows = rowsOf(Buffer.from(text)).map(({ row, cells }) => [row, cells])
    expect(rows).to.deep.equal([
      [2, ['x', '1']],
      [3, null],
      [4, ['y', '2']],
      [5, null],
      [6, ['z', '3']],
      [8, null],
      [9, ['w', '4']],
      [10, ['v', '5']],
    ])
  })

  it('with an unclosed quotation mark still show the cells that can be read', () => {
    const readable = (line: string) => rowsOf(Buffer.from(`email,a,b\n${line}\nx,1,2\n`))[0]?.readable
    expect(readable('x@example.com,"open,1')?.[0]).to.equal('x@example.com')
    expect(readable('"a, b",x@example.com,"open')?.slice(0, 2)).to.deep.equal(['a, b', 'x@example.com'])
    expect(readable('"open,x@example.com,1')?.[1]).to.equal('x@example.com')
  })

  const QUOTED: [string, string[]][] = [
    ['A,B "B",C', ['A', 'B "B"', 'C']],
    ['A,5" screen,C', ['A', '5" screen', 'C']],
    ['A,B",C', ['A', 'B"', 'C']],
    ['A,"B" ,C', ['A', 'B', 'C']],
    ['"A" ,"B"\t, "C"  ', ['A', 'B', 'C']],
    ['A, "B,x" ,C', ['A', 'B,x', 'C']],
    ['A,\u00A0"B,x"\u00A0,C', ['A', 'B,x', 'C']],
    ['A,"24" TV,C', ['A', '"24" TV', 'C']],
    ['A,"B" "C",D', ['A', '"B" "C"', 'D']],
    ['A,"say "hi" now",C', ['A', '"say "hi" now"', 'C']],
    ['A,"B" x,"C,c" ', ['A', '"B" x', 'C,c']],
    ['A,"5"" screen",C', ['A', '5" screen', 'C']],
    ['"A"x,B,C', ['"A"x', 'B', 'C']],
    ['A,"",C', ['A', '', 'C']],
    ['A,"""B""",C', ['A', '"B"', 'C']],
    ['A,x""y,C', ['A', 'x""y', 'C']],
  ]
  for (const [line, cells] of QUOTED) {
    it(`treat a quotation mark inside a cell as a character, and drop blanks around quoted cells: ${line}`, () => {
      for (const end of ['', '\n', '\r\nnext,row\r\n']) {
        expect(cellsOf(`email,b,c\n${line}${end}`)[0], JSON.stringify(end)).to.deep.equal(cells)
      }
    })
  }

  it('are skipped when they are blank but for delimiters, and still numbered', () => {
    const text = `email;name\nx;Ann\n;\n ; \n"";""\n\u00A0\n${';;;;\n'.repeat(2_000)}y;Bob\n;\n;;`
    expect(rowsOf(Buffer.from(text))).to.deep.equal([
      { row: 2, cells: ['x', 'Ann'] },
      { row: 2_007, cells: ['y', 'Bob'] },
    ])
  })

  it('are the same however the file is cut into parts', () => {
    const text =
      '\uFEFFemail,a,b\r\nx1,"größe 😀, ""x""","line\r\nbreak"\r\nx2,1,2\n\n\r\nbad"row,1,2\r\nx3,"",\r\n' +
      'x4,"open,1\r\nx5,5,5\r\nx6,"a"b,6\r\n;;\r\n,,\r\n x7 , "7" ,7" 7\u00A0\r\n\r\n'
    const content = Buffer.from(text)
    const whole = rowsOf(content)
    expect(whole.map(({ cells }) => cells?.[0] ?? null)).to.deep.equal([
      'x1',
      'x2',
      'bad"row',
      'x3',
      null,
      'x5',
      'x6',
      ';;',
      'x7',
    ])
    for (let partBytes = 1; partBytes <= content.length; partBytes += 1) {
      for (const maxRows of [1, 2, 500]) {
        expect(rowsOf(content, partBytes, maxRows), `${partBytes} bytes`).to.deep.equal(whole)
      }
    }
  })

  it('end at the last whole row of a part', () => {
    const bytes = Buffer.from('a,1\nb,2\nc,3')
    const parsed = parseRows({ bytes, isEnd: false, delimiter: ',', afterRow: 1 }, 500)
    expect(parsed).to.deep.include({ sizeBytes: 8, lastRow: 3 })
    expect(parsed.rows).to.have.length(2)
  })
})
